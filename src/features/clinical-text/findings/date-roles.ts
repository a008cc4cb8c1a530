const roles: readonly (readonly [string, RegExp])[] = [
  ['birth', /^(dob|born|birth)$/],
  ['admission', /^(admitted|admission|adm|doa)$/],
  ['discharge', /^(discharged|discharge)$/],
  ['collected', /^(collected|collection|drawn|sampled|taken|specimen|sample)$/],
  ['received', /^(received|receipt)$/],
  ['reported', /^(reported|report|printed|authori[sz]ed|verified|released|validated|result|results)$/],
  ['lmp', /^(lmp|lnmp|menstrual)$/],
  ['edd', /^(edd|edc)$/],
  ['delivery', /^(delivery|delivered)$/],
  ['review', /^(review|tca|rtc|return|follow|followup|appointment|next)$/],
  ['surgery', /^(surgery|operated|operation|op|\w+(?:ectomy|otomy|plasty)|caesarean|section)$/],
  ['visit', /^(visit|seen|attended|encounter|consultation)$/],
  ['death', /^(died|death|deceased)$/],
]
const FILLERS =
  /^(date|day|time|on|of|is|was|the|at|a|for|in|to|since|from|dated|and|expected|last|period|next|up|visit|again|come|clinic|test|sample|due|done|by|blood|mon|tue|wed|thu|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday|s|patient|estimated|first|booked|scheduled)$/

/** What a date is of, from the words right before it: the nearest word that says so, past nothing but filling words. */
export const roleBefore = (before: string): string | undefined => {
  const words: string[] =
    before
      .toLowerCase()
      .replaceAll(/\b([a-z])\.(?=[a-z]\b)/g, '$1')
      .match(/[a-z]+|\d+|[;!?]|\.(?=\s+\S)/g) ?? []
  for (const word of words.toReversed()) {
    const found = roles.find(([, pattern]) => pattern.test(word))
    if (found && !(word === 'visit' && words.includes('next')))
      return word === 'delivery' && words.some((other) => /^(expected|estimated)$/.test(other)) ? 'edd' : found[0]
    if (!FILLERS.test(word)) return undefined
  }
  return undefined
}
