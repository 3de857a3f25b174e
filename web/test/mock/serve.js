// The mock on a port of its own, for working on the page: `npm run mock`, then `npx vite`.
import { startMock } from "./server.js";

const mock = await startMock(Number(process.env.PORT ?? 8080));
console.log(mock.url);
