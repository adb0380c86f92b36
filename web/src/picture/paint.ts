/** Draws a layout onto a canvas. */

import { ICONS } from "../ui/icons";
import { type Mark, SIZE } from "./layout";

type Pen = CanvasRenderingContext2D;
type Of<K extends Mark["is"]> = Extract<Mark, { is: K }>;

const STROKE_PX = 4; // of panels

export async function paint(canvas: HTMLCanvasElement, marks: readonly Mark[]): Promise<void> {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const pictures = new Map<string, HTMLImageElement | null>();
  const needed = marks.filter((mark) => mark.is === "picture").map((mark) => mark.src);
  await Promise.all([...new Set(needed)].map(async (src) => pictures.set(src, await load(src))));

  Object.assign(canvas, SIZE);
  const pen = canvas.getContext("2d")!;
  pen.fillStyle = colour("night");
  pen.fillRect(0, 0, SIZE.width, SIZE.height);
  for (const mark of marks) {
    if (mark.is === "picture") paste(pen, mark, pictures.get(mark.src) ?? null);
    else if (mark.is === "veil") veil(pen, mark, colour("night"));
    else if (mark.is === "panel") panel(pen, mark, colour);
    else if (mark.is === "icon") icon(pen, mark, colour(mark.colour));
    else write(pen, mark, colour, style.fontFamily);
  }
}

/**
 * Load a drawing with a size of its own: some browsers paint none without. A drawing that does not load is left out. It
 * is not fetched by its name, so its fragment (`#comte-2`) is added again.
 */
async function load(src: string): Promise<HTMLImageElement | null> {
  const [file, who] = src.split("#") as [string, string?];
  try {
    const text = await (await fetch(file)).text();
    const sized = text.replace("<svg ", `<svg ${sizeOf(text)} `);
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(sized)}${who ? `#${who}` : ""}`;
    await image.decode();
    return image;
  } catch {
    return null;
  }
}

function sizeOf(drawing: string): string {
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(drawing)!;
  return `width="${width}" height="${height}"`;
}

function paste(pen: Pen, { x, y, width, height, round }: Of<"picture">, image: HTMLImageElement | null): void {
  if (!image) return;
  const scale = Math.max(width / image.naturalWidth, height / image.naturalHeight);
  const [w, h] = [image.naturalWidth * scale, image.naturalHeight * scale];
  pen.save();
  pen.beginPath();
  if (round) pen.ellipse(x + width / 2, y + height / 2, width / 2, height / 2, 0, 0, 2 * Math.PI);
  else pen.rect(x, y, width, height);
  pen.clip();
  pen.drawImage(image, x + (width - w) / 2, y + (height - h) / 2, w, h);
  pen.restore();
}

function veil(pen: Pen, { x, y, width, height }: Of<"veil">, night: string): void {
  const shade = pen.createLinearGradient(0, y, 0, y + height);
  shade.addColorStop(0, `${night}00`);
  shade.addColorStop(0.55, `${night}d9`);
  shade.addColorStop(1, night);
  pen.fillStyle = shade;
  pen.fillRect(x, y, width, height);
}

function panel(pen: Pen, mark: Of<"panel">, colour: (name: string) => string): void {
  pen.beginPath();
  pen.roundRect(mark.x, mark.y, mark.width, mark.height, mark.radius);
  pen.fillStyle = colour(mark.fill);
  pen.fill();
  if (mark.stroke === null) return;
  pen.lineWidth = STROKE_PX;
  pen.strokeStyle = colour(mark.stroke);
  pen.stroke();
}

function icon(pen: Pen, { name, x, y, size }: Of<"icon">, colour: string): void {
  pen.save();
  pen.translate(x, y);
  pen.scale(size / 24, size / 24);
  pen.lineWidth = 2;
  pen.lineCap = pen.lineJoin = "round";
  pen.strokeStyle = colour;
  pen.stroke(new Path2D(ICONS[name]));
  pen.restore();
}

function write(pen: Pen, mark: Of<"text">, colour: (name: string) => string, family: string): void {
  const { text, x, y, width, size, align } = mark;
  const font = (of: number) => `700 ${of}px ${family}`;
  pen.font = font(size);
  const needed = pen.measureText(text).width;
  if (needed > width) pen.font = font(Math.max(size / 2, (size * width) / needed));
  pen.fillStyle = colour(mark.colour);
  pen.textAlign = align;
  pen.fillText(text, x, y, width); // the narrowest that is still read, and then narrower letters
  if (!mark.isStruck) return;
  pen.fillStyle = colour("crimson");
  pen.fillRect(x - needed / 2, y - size * 0.42, needed, size * 0.12);
}
