/** Insurers that pay for patients in a country, by the time zone of its clinics. Short on purpose: a clinic adds whom it has a contract with. */
export const starterPayers: Readonly<Record<string, readonly string[]>> = {
  'Africa/Nairobi': [
    'Social Health Authority (SHA)',
    'AAR Insurance',
    'APA Insurance',
    'Britam',
    'CIC Insurance',
    'Jubilee Health Insurance',
    'Madison Insurance',
    'Old Mutual Insurance',
  ],
  'Africa/Kampala': ['ICEA LION', 'Jubilee Health Insurance', 'Prudential', 'UAP Old Mutual'],
  'Africa/Dar_es_Salaam': ['National Health Insurance Fund (NHIF)', 'Jubilee Health Insurance', 'Strategis Insurance'],
  'Africa/Kigali': ['Rwanda Social Security Board (RSSB)', 'Britam', 'Military Medical Insurance (MMI)', 'Radiant Insurance'],
}
