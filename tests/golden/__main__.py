"""Write all stories anew: `make golden`."""

from tests.golden.story import FOLDER, STORIES, tell


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for story in STORIES:
        text = tell(story)
        story.file.write_text(text, encoding="utf-8", newline="\n")
        print(f"{story.file.name}: {text.count(chr(10))} lines")


if __name__ == "__main__":
    main()
