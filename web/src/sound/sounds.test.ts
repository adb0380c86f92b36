import { afterEach, beforeEach, expect, it, vi } from "vitest";

const SAMPLES = 8_000;
let ends: number[] = [];

/** Counts played sounds, and records their ends. */
class Recorder {
  state = "suspended";
  currentTime = 2;
  sampleRate = SAMPLES;
  destination = {};
  resume = async () => void (this.state = "running");
  createGain = () => ({ gain: param(), connect: vi.fn() });
  createBiquadFilter = () => ({ type: "", Q: param(), frequency: param(), connect: vi.fn() });
  createOscillator = () => ({
    frequency: param(),
    connect: vi.fn(),
    start: vi.fn(),
    stop: (at: number) => ends.push(at),
  });
  createBuffer = (_: number, length: number) => ({ length, getChannelData: () => new Float32Array(length) });
  createBufferSource = () => {
    const source = {
      buffer: { length: 0 },
      connect: vi.fn(),
      start: (at: number) => ends.push(at + source.buffer.length / SAMPLES),
    };
    return source;
  };
}
const param = () => ({ value: 0, setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() });

async function freshSounds() {
  vi.resetModules();
  const { settings } = await import("../lib/settings.svelte");
  const { SHEET } = await import("./sheet");
  const sounds = await import("./sounds");
  settings.volume = 0.25;
  return { ...sounds, settings, names: Object.keys(SHEET) as (keyof typeof SHEET)[] };
}

beforeEach(() => void (ends = []));
afterEach(() => vi.unstubAllGlobals());

it("says nothing, and throws nothing, where there is no sound", async () => {
  const { play, buzz, names } = await freshSounds();
  dispatchEvent(new Event("click"));
  for (const name of names) play(name);
  buzz(50);
});

it("is silent until somebody touches the page", async () => {
  vi.stubGlobal("AudioContext", Recorder);
  const { play } = await freshSounds();
  play("knock");
  expect(ends).toEqual([]);
  dispatchEvent(new Event("click"));
  play("knock");
  expect(ends.length).toBeGreaterThan(0);
});

it("plays short sounds only", async () => {
  vi.stubGlobal("AudioContext", Recorder);
  const { play, names } = await freshSounds();
  dispatchEvent(new Event("click"));
  for (const name of names) {
    ends = [];
    play(name);
    expect(Math.max(...ends) - 2, name).toBeGreaterThan(0);
    expect(Math.max(...ends) - 2, name).toBeLessThan(1.5);
  }
});

it("is off at volume 0", async () => {
  vi.stubGlobal("AudioContext", Recorder);
  const { play, settings } = await freshSounds();
  dispatchEvent(new Event("click"));
  settings.volume = 0;
  play("win");
  expect(ends).toEqual([]);
});

it("bears a device that refuses", async () => {
  vi.stubGlobal(
    "AudioContext",
    class {
      constructor() {
        throw new Error("no more contexts");
      }
    },
  );
  const { play } = await freshSounds();
  dispatchEvent(new Event("click"));
  play("turn");
});
