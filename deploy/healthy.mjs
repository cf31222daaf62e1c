/** Exits with 0 if the server in this container is alive. For HEALTHCHECK, since the image has no curl. */
const address = `http://127.0.0.1:${process.env.PORT ?? 3000}/healthz`;
const isAlive = await fetch(address).then(
  ({ ok }) => ok,
  () => false,
);
process.exit(isAlive ? 0 : 1);
