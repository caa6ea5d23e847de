import test from 'ava';
import { formsIn, linksIn } from './page-forms.js';

const PAGE = `<a href="/portal/pay?a=1&amp;b=2">Pay</a><a href="https://bank.example">Bank</a>
<form method="post" action="/portal/pay" enctype="multipart/form-data">
<input type="hidden" name="form_token" value="a&quot;b"><select name="package"><option value="VENDOR">V</option></select>
<input name="file" type="file"><button name="go" value="yes">Go</button></form>
<form action="https://elsewhere.example"><input name="x"></form>`;

test('of a page the paths of our own are taken, and the forms as a browser sends them', (t) => {
  t.deepEqual(linksIn(PAGE), ['/portal/pay?a=1&b=2']);
  t.deepEqual(formsIn(PAGE), [
    {
      method: 'POST',
      action: '/portal/pay',
      fields: { form_token: 'a"b', package: 'VENDOR', go: 'yes' },
      file: 'file',
    },
  ]);
});
