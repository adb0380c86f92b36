/** Derives the seed of the fair shuffle and random numbers from it, as docs/reference/record.md specifies. */

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";

const LABEL = "toctoc fair shuffle 1";
const WORD_VALUES = 2 ** 32; // how many different words there are
const WORDS_A_BLOCK = 8;

export function seedMessage(number: number, parts: readonly (Uint8Array | null)[]): Uint8Array {
  const seats = parts.map((part) => (part ? concatBytes(Uint8Array.of(1), part) : Uint8Array.of(0)));
  return concatBytes(utf8ToBytes(LABEL), bigEndian(number, 4), Uint8Array.of(parts.length), ...seats);
}

export function seedOf(secret: Uint8Array, number: number, parts: readonly (Uint8Array | null)[]): Uint8Array {
  return hmac(sha256, secret, seedMessage(number, parts));
}

export class SeededRandom {
  /** how many words were taken */
  drawn = 0;
  private block = new DataView(new ArrayBuffer(0));

  constructor(private readonly seed: Uint8Array) {}

  /** Roll a number from 0 to n - 1: words beyond the last multiple of n are passed over. */
  pick(n: number): number {
    const limit = WORD_VALUES - (WORD_VALUES % n);
    let word = this.word();
    while (word >= limit) word = this.word();
    return word % n;
  }

  private word(): number {
    const place = this.drawn % WORDS_A_BLOCK;
    if (place === 0) {
      const digest = hmac(sha256, this.seed, bigEndian(this.drawn / WORDS_A_BLOCK, 8));
      this.block = new DataView(digest.buffer, digest.byteOffset);
    }
    this.drawn += 1;
    return this.block.getUint32(4 * place);
  }
}

function bigEndian(number: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  new DataView(bytes.buffer).setUint32(size - 4, number);
  return bytes;
}
