/** Two instruments are enough: a tone that fades, and a breath of filtered noise. */

/** The context of a sound: its notes begin `at` seconds of the context's clock. */
export interface Stage {
  context: BaseAudioContext;
  out: AudioNode;
  at: number;
}

interface Tone {
  after?: number;
  from: number;
  /** the pitch glides there */
  to?: number;
  lasts: number;
  loud: number;
  wave?: OscillatorType;
}

interface Breath {
  after?: number;
  /** the middle of the band that is let through, in hertz; it glides from here */
  from: number;
  to?: number;
  lasts: number;
  loud: number;
  /** how narrow the band is */
  narrow?: number;
}

const SILENT_GAIN = 0.0001; // an exponential fade cannot reach nothing
const ATTACK_S = 0.006; // a sudden start would click

export function tone(stage: Stage, { after = 0, from, to = from, lasts, loud, wave = "sine" }: Tone): void {
  const start = stage.at + after;
  const oscillator = stage.context.createOscillator();
  oscillator.type = wave;
  oscillator.frequency.setValueAtTime(from, start);
  oscillator.frequency.exponentialRampToValueAtTime(to, start + lasts);
  oscillator.connect(fading(stage, start, lasts, loud));
  oscillator.start(start);
  oscillator.stop(start + lasts);
}

export function breath(stage: Stage, { after = 0, from, to = from, lasts, loud, narrow = 1 }: Breath): void {
  const start = stage.at + after;
  const noise = stage.context.createBufferSource();
  noise.buffer = hiss(stage.context, lasts);
  const band = stage.context.createBiquadFilter();
  band.type = "bandpass";
  band.Q.value = narrow;
  band.frequency.setValueAtTime(from, start);
  band.frequency.exponentialRampToValueAtTime(to, start + lasts);
  noise.connect(band);
  band.connect(fading(stage, start, lasts, loud));
  noise.start(start);
}

function fading(stage: Stage, start: number, lasts: number, loud: number): GainNode {
  const gain = stage.context.createGain();
  gain.gain.setValueAtTime(SILENT_GAIN, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + ATTACK_S);
  gain.gain.exponentialRampToValueAtTime(SILENT_GAIN, start + lasts);
  gain.connect(stage.out);
  return gain;
}

function hiss(context: BaseAudioContext, lasts: number): AudioBuffer {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * lasts), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  return buffer;
}
