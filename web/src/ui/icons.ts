/** Paths of icons, all drawn alike: lines in a box of 24, 2 wide, round ends. */
export const ICONS = {
  again: "M4 12a8 8 0 1 1 2.5 5.8M4 20v-5h5",
  aid: "M5 3h14v18H5zM9 8h6M9 12h6M9 16h3",
  back: "M16 5l-9 7 9 7z",
  book: "M12 6c-2-2-5-2-9-2v14c4 0 7 0 9 2 2-2 5-2 9-2V4c-4 0-7 0-9 2zM12 6v14",
  bulb: "M9 18h6M10 21h4M8 14a6 6 0 1 1 8 0l-1 2H9z",
  cake:
    "M4 20h16v-7a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2zM4 15c2 2 3 2 4 0 1 2 3 2 4 0 1 2 3 2 4 0 1 2 2 2 4 0" +
    "M12 11V7M12 4v0",
  cap: "M2 9l10-5 10 5-10 5zM6 11v5c3 3 9 3 12 0v-5M22 9v6",
  chair: "M7 3v10h10V3M5 13h14v3H5zM6 16v5M18 16v5",
  chat: "M4 5h16v11h-9l-5 4v-4H4zM8 10h0M12 10h0M16 10h0",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3 3",
  close: "M5 5l14 14M19 5L5 19",
  curve: "M4 4v16h16M7 15l4-6 4 3 5-7",
  crown: "M4 19h16M5 15L3 6l5 4 4-6 4 6 5-4-2 9z",
  cup: "M7 4h10v5a5 5 0 0 1-10 0zM7 5H4c0 4 1 5 3.5 5M17 5h3c0 4-1 5-3.5 5M12 14v5M8 20h8",
  door: "M6 21V4a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v17M3 21h18M14 12h0",
  eye: "M2 12c3-5 6.5-7 10-7s7 2 10 7c-3 5-6.5 7-10 7s-7-2-10-7zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  envelope: "M3 6h18v13H3zM3 7l9 7 9-7",
  film: "M4 4h16v16H4zM8 4v16M16 4v16M4 9h4M4 15h4M16 9h4M16 15h4",
  first: "M6 5v14M19 5l-9 7 9 7z",
  fold: "M5 9l7 7 7-7",
  gear:
    "M12 8.8a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4z" +
    "M10.2 2.5h3.6l.5 2.6 1.7.7 2.2-1.5 2.5 2.5-1.5 2.2.7 1.7 2.6.5v3.6l-2.6.5-.7 1.7 1.5 2.2-2.5 2.5-2.2-1.5" +
    "-1.7.7-.5 2.6h-3.6l-.5-2.6-1.7-.7-2.2 1.5-2.5-2.5 1.5-2.2-.7-1.7L2 13.8v-3.6l2.6-.5.7-1.7-1.5-2.2 2.5-2.5" +
    " 2.2 1.5 1.7-.7z",
  globe: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 4 6 4 9s-1 6-4 9c-3-3-4-6-4-9s1-6 4-9z",
  home: "M3 11l9-8 9 8M6 9v11h12V9M10 20v-6h4v6",
  last: "M18 5v14M5 5l9 7-9 7z",
  left: "M20 12H4M10 6l-6 6 6 6",
  "line-lost": "M3 9c5-5 13-5 18 0M7 13c3-3 7-3 10 0M12 18v0M4 3l16 18",
  load: "M12 16V4M7 8l5-5 5 5M5 20h14",
  mask: "M3 6c6-2 12-2 18 0 0 8-2 13-6 13-2 0-2-3-3-3s-1 3-3 3c-4 0-6-5-6-13zM7 10h3M14 10h3",
  menu: "M4 6h16M4 12h16M4 18h16",
  next: "M8 5l9 7-9 7z",
  pause: "M8 5v14M16 5v14",
  "pace-fast": "M4 5l8 7-8 7zM13 5l8 7-8 7z",
  "pace-normal": "M7 4l13 8-13 8z",
  "pace-slow": "M9 5l10 7-10 7zM4 8v0M4 12v0M4 16v0",
  "pace-step": "M6 5l9 7-9 7zM19 5v14",
  pen: "M4 20l1-5L16 4l4 4L9 19zM14 6l4 4",
  people:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2 20c0-4 3-6 7-6s7 2 7 6" +
    "M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5c3 .8 4 3 4 5.5",
  phone: "M7 2h10v20H7zM11 18h2",
  picture: "M3 5h18v14H3zM3 17l5-6 4 4 3-3 6 6M15 9v0",
  play: "M7 4l13 8-13 8z",
  save: "M12 3v12M7 11l5 5 5-5M5 20h14",
  scroll: "M7 3h12v14a4 4 0 0 1-4 4H5a3 3 0 0 0 3-3V6a3 3 0 0 0-6 0h5M11 8h5M11 12h5",
  seal: "M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6zM8.5 12l2.5 2.5 4.5-5",
  speaker: "M4 9v6h4l6 5V4L8 9zM17 9a4 4 0 0 1 0 6M19 6a8 8 0 0 1 0 12",
  "speaker-off": "M4 9v6h4l6 5V4L8 9zM17 9l5 6M22 9l-5 6",
  share: "M12 15V3M8 7l4-4 4 4M5 12v8h14v-8",
  sleep: "M5 5h6l-6 7h6M14 11h5l-5 6h5",
  sun:
    "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2.5M12 19.5v2.5M2 12h2.5M19.5 12h2.5M5 5l1.7 1.7" +
    "M17.3 17.3L19 19M19 5l-1.7 1.7M6.7 17.3L5 19",
  tv: "M3 6h18v12H3zM8 21h8",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
} as const;

export type IconName = keyof typeof ICONS;
