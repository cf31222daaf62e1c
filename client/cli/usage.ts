/** What `keepsake --help` prints. */
export const usage = `keepsake: your files on a Keepsake server

  keepsake login <address>            asks for email and password, and saves an app password
      --email <address>               the password is then read from the terminal or the first line of input
      --token <app password>          instead of email and password
      --app-check-key <key>           if the server requires one
  keepsake ls [path]                  lists a folder
  keepsake put <file or folder> …     uploads to Root
  keepsake put <file or folder> … <to>
                                      uploads to a folder, which is created if needed; the last of several arguments
                                      is the destination. Files that are already there are not uploaded again
  keepsake get <path> [to]            downloads a file or a folder; resumes an interrupted download
  keepsake rm <path>                  moves to Trash

  For the operator, on the server's machine (see \`keepsake doctor --help\`):
  keepsake doctor [--deep] [--fix | --undo]
  keepsake backup <folder>
  keepsake verify-backup <folder>
  keepsake restore <folder> [--snapshot <name>] [--incomplete]
  keepsake export <folder> [--email <address>] [--portable]
  keepsake migrate --to <place> … | --undo

  --json                              results and errors as JSON
  --wait <seconds>                    how long to retry an unreachable server (default: 120)

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 not logged in, 4 not found, 5 no space left, 6 server unreachable,
7 done, but something is damaged, missing or wrong, 8 in use.
`;
