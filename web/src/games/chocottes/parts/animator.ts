/** Measures elements on the screen, and moves them from one place to another. Nothing waits for it. */

import type { Attachment } from "svelte/attachments";

import { lasting } from "../../../lib/motion";
import type { Flight } from "./rows";

const FLIGHT_MS = 480;
const SLOW_FLIGHT_MS = 1200;
const BOUNCE_MS = 1800;
const SHUFFLE_MS = 1500;
const SPIN = 360; // degrees of a card that is thrown
const EASE = "cubic-bezier(0.3, 0.1, 0.2, 1)";

export class Animator {
  private readonly elements = new Map<string, HTMLElement>();
  private spots = new Map<string, DOMRect>();

  /** Name an element, for as long as it is there. */
  at(name: string): Attachment<HTMLElement> {
    return (element) => {
      this.elements.set(name, element);
      return () => {
        if (this.elements.get(name) === element) this.elements.delete(name);
      };
    };
  }

  /** Note where things are. To be called before the table changes: from here they will fly. */
  remember(): void {
    this.spots = new Map([...this.elements].map(([name, element]) => [name, element.getBoundingClientRect()]));
  }

  /** Let things fly to where they now are. To be called after the table changed. */
  fly(flights: readonly Flight[]): void {
    if (lasting(FLIGHT_MS) === 0) return;
    flights.forEach(({ what, from, isSlow, isThrown }, order) => {
      const element = this.elements.get(what);
      const start = this.spots.get(from) ?? this.elements.get(from)?.getBoundingClientRect();
      if (!element?.animate || !start) return;
      const end = element.getBoundingClientRect();
      if (end.width === 0) return;
      const [dx, dy] = [
        start.x + start.width / 2 - end.x - end.width / 2,
        start.y + start.height / 2 - end.y - end.height / 2,
      ];
      const away = `translate(${dx}px, ${dy}px) scale(${start.width / end.width})`;
      element.animate(
        [
          { transform: `${away} rotate(${isThrown ? -SPIN : 0}deg)`, zIndex: 6 },
          { transform: "none", zIndex: 6 },
        ],
        {
          duration: isSlow ? SLOW_FLIGHT_MS : FLIGHT_MS,
          delay: Math.min(order, 20) * 40,
          easing: EASE,
          fill: "backwards",
        },
      );
    });
  }

  /** Let a card fly somewhere and back: it was thrown in vain (C11). */
  bounce(what: string, to: string): void {
    const duration = lasting(BOUNCE_MS);
    const [element, target] = [this.elements.get(what), this.elements.get(to)];
    if (duration === 0 || !element?.animate || !target) return;
    const [from, there] = [element.getBoundingClientRect(), target.getBoundingClientRect()];
    const [dx, dy] = [there.x + there.width / 2 - from.x, there.y + there.height / 2 - from.y];
    const thrown = `translate(${dx - from.width / 2}px, ${dy - from.height / 2}px) rotate(8deg)`;
    element.animate(
      [
        { transform: "none", zIndex: 6 },
        { transform: thrown, zIndex: 6, offset: 0.25 },
        { transform: thrown, zIndex: 6, offset: 0.65 },
        { transform: "none", zIndex: 6 },
      ],
      { duration, easing: EASE },
    );
  }

  /** Mix two cards under a cloud, always in the same way: there is nothing to follow (C16). */
  mix(first: string, second: string, cloud: HTMLElement | undefined, frame: HTMLElement | undefined): void {
    const duration = lasting(SHUFFLE_MS);
    const [a, b] = [this.elements.get(first), this.elements.get(second)];
    if (duration === 0 || !a?.animate || !b || !cloud || !frame) return;
    const [ra, rb, rf] = [a, b, frame].map((element) => element.getBoundingClientRect()) as [DOMRect, DOMRect, DOMRect];
    const middle = { x: (ra.x + rb.x + ra.width) / 2, y: (ra.y + rb.y + ra.height) / 2 };
    for (const [element, rect] of [
      [a, ra],
      [b, rb],
    ] as const) {
      const there = `translate(${middle.x - rect.x - rect.width / 2}px, ${middle.y - rect.y - rect.height / 2}px)`;
      element.animate(
        [
          { transform: "none", zIndex: 5 },
          { transform: there, zIndex: 5, offset: 0.3 },
          { transform: there, zIndex: 5, offset: 0.7 },
          { transform: "none", zIndex: 5 },
        ],
        { duration, easing: "ease-in-out" },
      );
    }
    const size = ra.width * 3;
    Object.assign(cloud.style, {
      width: `${size}px`,
      left: `${middle.x - rf.x - size / 2}px`,
      top: `${middle.y - rf.y - size * 0.4}px`,
    });
    cloud.animate(
      [
        { opacity: 0, transform: "scale(0.3)" },
        { opacity: 1, transform: "scale(1)", offset: 0.22 },
        { opacity: 1, transform: "scale(1.06) rotate(5deg)", offset: 0.4 },
        { opacity: 1, transform: "scale(0.98) rotate(-5deg)", offset: 0.6 },
        { opacity: 1, transform: "scale(1)", offset: 0.75 },
        { opacity: 0, transform: "scale(0.3)" },
      ],
      { duration, easing: "ease-in-out" },
    );
  }
}
