/** Where a list goes on, as the headers of its page say; undefined on the last. */
export const nextIn = (headers: Readonly<Record<string, unknown>>): string | undefined =>
  /^<([^>]+)>; rel="next"$/.exec(String(headers['link']))?.[1]
