"""Write all stories anew: `make golden`."""

from tests.golden.story import GAMES, STORIES, tell


def main() -> None:
    for old in GAMES.glob("*/golden/*.txt"):
        old.unlink()
    for story in STORIES:
        story.file.parent.mkdir(exist_ok=True)
        text = tell(story)
        story.file.write_text(text, encoding="utf-8", newline="\n")
        print(f"{story}: {text.count(chr(10))} lines")


if __name__ == "__main__":
    main()
