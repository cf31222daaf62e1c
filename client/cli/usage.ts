/** What `keepsake --help` prints. */
export const usage = `keepsake: your files on a Keepsake server

  keepsake login <address>            asks for e-mail and password; keeps an app password of its own
      --email <address>               the password then comes from the terminal or the first line of the input
      --token <app password>          instead of e-mail and password
      --app-check-key <key>           where the server asks for one
  keepsake ls [path]                  what a folder holds
  keepsake put <file or folder> …     into Root
  keepsake put <file or folder> … <to>
                                      into a folder, which is made; the last of several is the folder to put into.
                                      What is there already is not sent again
  keepsake get <path> [to]            a file or a folder; goes on where it was interrupted
  keepsake rm <path>                  to Trash

  For whoever runs the server, on its machine (\`keepsake doctor --help\` tells more):
  keepsake doctor [--deep] [--fix | --undo]
  keepsake backup <folder>
  keepsake verify-backup <folder>
  keepsake restore <folder> [--snapshot <name>] [--incomplete]
  keepsake export <folder> [--email <address>] [--portable]

  --json                              results and errors as JSON
  --wait <seconds>                    how long a server that cannot be reached is tried (120)

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 not logged in, 4 not found, 5 no room, 6 server not reached,
7 done and something is wrong, 8 in use.
`;
