// Offers the other published versions: versions.json lies beside their folders (.github/workflows/docs.yml writes it).
addEventListener("DOMContentLoaded", async () => {
  const root = new URL(document.documentElement.dataset.content_root, location.href);
  const answer = await fetch(new URL("../versions.json", root)).catch(() => null);
  if (!answer?.ok) return; // built at home: there is only this one
  const label = document.querySelector(".versions");
  const select = label.querySelector("select");
  const here = root.pathname.split("/").at(-2);
  for (const version of await answer.json()) select.add(new Option(version, version, false, version === here));
  select.addEventListener("change", () => location.assign(new URL(`../${select.value}/`, root)));
  label.hidden = false;
});
