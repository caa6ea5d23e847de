import Koa from 'koa';

const app = new Koa().use((ctx) => {
  ctx.body = 'ok';
});
app.listen(0, '127.0.0.1', () => {
  console.log('listening');
});
