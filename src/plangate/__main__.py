from plangate.interfaces.cli import main

main()
