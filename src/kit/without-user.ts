/** A URL without the user name and password that it may contain. What is no URL stays as it is. */
export function withoutUser(text: string): string {
  if (!text.includes('@') || !URL.canParse(text)) return text;
  const url = new URL(text);
  if (url.username === '' && url.password === '') return text;
  url.username = '';
  url.password = '';
  return url.href;
}
