/**
 * What a browser with its tools open can put where a value is expected: name → the JSON text that is sent. Texts rather
 * than values, since 1e400, duplicate keys and lone surrogates exist in text alone.
 */
export const valuesForDatabase: Readonly<Record<string, string>> = {
  null: 'null',
  true: 'true',
  zero: '0',
  'minus one': '-1',
  'a fraction': '1.5',
  '2^31': '2147483648',
  '2^63': '9223372036854775808',
  '1e400': '1e400',
  'the word NaN': '"NaN"',
  'the word infinity': '"infinity"',
  'no text': '""',
  blanks: '" \\t\\n "',
  'a drop table': '"1; drop table orders; --"',
  'an always true': "\"' or '1'='1\"",
  'a union select': '"x\' union select token_hash from account_creation_tokens --"',
  'a dollar quote': '"$$; select pg_sleep(20); $$"',
  'a filter': '"eq.1,or=(id.not.is.null)"',
  wildcards: '"%_*\\\\%"',
  'a NUL': '"a\\u0000b"',
  'a lone surrogate': '"a\\ud800b"',
  'reversed surrogates': '"\\udc00\\ud800"',
  'right-to-left marks': '"\\u202egnp.exe\\u202c\\u2066x"',
  'zero-width letters': '"a\\u200b\\u200d\\ufeff\\u2060"',
  'an emoji family': '"👩‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿"',
  'two hundred accents': JSON.stringify(`e${'\u0301'.repeat(200)}`),
  'a script tag': '"<script>alert(1)</script>"',
  'an image that runs': '"<img src=x onerror=alert(1)>"',
  'a template': '"{{constructor.constructor(\'return process\')()}} ${7*7} <%= 1 %>"',
  'a path': '"../../../../etc/passwd"',
  'line breaks for a header': '"x@y.zz\\r\\nBcc: all@example.test"',
  constructor: '"constructor"',
  'an empty list': '[]',
  'an empty object': '{}',
  'a list of lists': '[[["x"],[1]],[null]]',
  'an operator object': '{"$ne":null,"$gt":""}',
  '100 KB of text': JSON.stringify('x'.repeat(100_000)),
  '100 KB of digits': '9'.repeat(100_000),
  'a list 1,000 deep': '['.repeat(1000) + ']'.repeat(1000),
  'an object 1,000 deep': '{"a":'.repeat(1000) + '1' + '}'.repeat(1000),
  'ten thousand entries': `[${Array.from({ length: 10_000 }, (_, index) => index).join(',')}]`,
}

/** What parsers of requests refuse before a database hears of it. */
const valuesForParsers: Readonly<Record<string, string>> = {
  'a bare NaN': 'NaN',
  'a bare Infinity': 'Infinity',
  'the key __proto__': '{"__proto__":{"role":"service_role","isAdmin":true}}',
  'the same key twice': '{"a":1,"a":2,"a":{"a":3}}',
  'a list 300,000 deep': '['.repeat(300_000) + ']'.repeat(300_000),
}

/** Both. */
export const allValues: Readonly<Record<string, string>> = { ...valuesForDatabase, ...valuesForParsers }
