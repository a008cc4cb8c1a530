const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const raised = (digits: string) => digits.replaceAll(/\d/g, (digit) => RAISED[Number(digit)] ?? digit)

/** A unit as people write it: `10*9/L` is 10⁹/L, `umol/L` µmol/L, `mL/min/{1.73_m2}` mL/min/1.73 m². Nothing for none. */
export const unitText = (ucum: string | null | undefined): string =>
  (ucum ?? '')
    .replaceAll(/10[*^](\d+)/g, (_, power: string) => `10${raised(power)}`)
    .replaceAll(/[{}[\]]/g, '')
    .replaceAll('_', ' ')
    .replaceAll(/\bu(?=(?:mol|g|L|l|m|s|U|Eq|kat)\b)/g, 'µ')
    .replaceAll(/\bm([23])\b/g, (_, power: string) => `m${raised(power)}`)
    .replaceAll(/\bCel\b/g, '°C')
