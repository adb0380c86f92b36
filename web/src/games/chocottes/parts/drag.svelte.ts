/** Distinguishes a tap on a card from a drag, which begins once the finger has moved a little. */

const MIN_DRAG_PX = 8;

export class Drag {
  at = $state(-1);
  over = $state(-1);
  dx = $state(0);
  dy = $state(0);
  isMoving = $state(false);
  /** whether the click that now follows is no tap: the card was moved, or only held open */
  wasMoved = false;

  private start: { x: number; y: number } | null = null;

  press(event: PointerEvent | null, at: number, isHeldOpen: boolean): void {
    this.wasMoved = isHeldOpen;
    this.at = at;
    this.start = event && { x: event.clientX, y: event.clientY };
  }

  move(event: PointerEvent, under: () => number): void {
    if (!this.start) return;
    if (event.buttons === 0) return void this.release(); // let go somewhere else
    const [dx, dy] = [event.clientX - this.start.x, event.clientY - this.start.y];
    if (!this.isMoving) {
      if (Math.hypot(dx, dy) < MIN_DRAG_PX) return;
      this.isMoving = true;
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
    }
    this.dx = dx;
    this.dy = dy;
    this.over = under();
  }

  /** End the press; return where the card was, if it was dragged. */
  release(): { at: number } | null {
    const moved = this.isMoving ? { at: this.at } : null;
    if (moved) {
      this.wasMoved = true;
      setTimeout(() => (this.wasMoved = false)); // after the click, if one follows
    }
    this.start = null;
    this.isMoving = false;
    this.dx = this.dy = 0;
    return moved;
  }
}
