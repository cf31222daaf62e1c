/** What `keepsake doctor --help` and its like print. */
export const usage = `keepsake: for whoever runs the server, on its machine, with its settings (KEEPSAKE_DATA,
DATABASE_URL, STORAGE_URL). Where the files lie in S3 only verify-backup and migrate work: see docs/backups.md

  keepsake doctor                     looks for everything that is not as it has to be; reads only, beside a running server
      --deep                          also compares all bytes with their hashes
      --fix                           moves what nobody knows to data/blobs/quarantine and corrects counts; nothing is
                                      removed. The server has to be stopped
      --undo                          takes the last --fix back. The server has to be stopped
  keepsake backup <folder>            takes a backup while the server runs; files that are in the folder are not copied again
  keepsake verify-backup <folder>     compares every file of the backups with its SHA-256
  keepsake restore <folder>           the newest backup, into an empty data folder and an empty database
      --snapshot <name>               another one
      --incomplete                    also when files in the backup are missing or damaged
  keepsake export <folder>            a person's folders and files with their dates, and SHA256SUMS
      --email <address>               whose, where several have an account
      --portable                      with names that Windows and its file systems can keep
  keepsake migrate --to <place>       moves everything while the server runs; writing stops for the last seconds only. A place is
                                      what DATABASE_URL and STORAGE_URL have to be there, or an empty folder, or DATABASE_URL
                                      and an empty folder. What was interrupted goes on when it is run again
      --incomplete                    also when files are missing or damaged
      --undo                          the server goes on here after all, as it was when it was moved

  --json                              results and errors as JSON

Exit codes: 0 done, 1 failed, 2 wrong usage, 7 done and something is wrong (damaged, missing, found), 8 in use.
`;
