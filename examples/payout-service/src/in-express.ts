import { hundi, hundiListener, hundiPortal, type HundiOptions } from '@hundi/adapter-koa';
import type { Hundi } from '@hundi/core';
import express, { type Express } from 'express';

/** A team's own Express app, with Hundi in it. */
export const inExpress = (engine: Hundi, options: HundiOptions): Express => {
  const app = express();
  app.disable('x-powered-by');

  // First, before anything reads a body: Hundi reads its requests itself, and passes on all others.
  app.use(hundiListener([hundi(engine, options), hundiPortal(engine, options)]));

  app.use(express.json());
  app.get('/', (_request, response) => {
    response.send('Our Bank');
  });
  app.post('/echo', (request, response) => {
    response.json(request.body);
  });
  return app;
};
