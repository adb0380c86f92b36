from toctoc.cli.main import main

main()
