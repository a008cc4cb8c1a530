/**
 * National schemes that the law of a country makes, by the time zone of its clinics. Insurance companies are not guessed: a clinic adds
 * those with whom it has a contract.
 */
export const starterPayers: Readonly<Record<string, readonly string[]>> = {
  'Africa/Nairobi': ['Social Health Authority (SHA)'],
  'Africa/Dar_es_Salaam': ['National Health Insurance Fund (NHIF)'],
  'Africa/Kigali': ['Rwanda Social Security Board (RSSB)'],
}
