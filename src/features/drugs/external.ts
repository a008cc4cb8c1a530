/** What a prescriber may say that a drug outside the catalogue is, with what it is counted in. The name of the drug ends with it, so that its route is read as of all other names. */
export const externalForms = {
  tablet: 'tablet',
  capsule: 'capsule',
  syrup: 'ml',
  suspension: 'ml',
  solution: 'ml',
  'oral drops': 'bottle',
  injection: 'vial',
  cream: 'tube',
  ointment: 'tube',
  gel: 'tube',
  lotion: 'bottle',
  'eye drops': 'bottle',
  'eye ointment': 'tube',
  'ear drops': 'bottle',
  'nasal spray': 'bottle',
  inhaler: 'inhaler',
  suppository: 'suppository',
  pessary: 'pessary',
  sachet: 'sachet',
  patch: 'patch',
  lozenge: 'lozenge',
  mouthwash: 'bottle',
  shampoo: 'bottle',
  powder: 'pack',
  other: 'each',
} as const
export type ExternalForm = keyof typeof externalForms

interface Named {
  name: string
  substances?: readonly string[] | undefined
  strength?: string | undefined
  form: ExternalForm
}

const isNamed = (text: string, part: string) => ` ${text.toLowerCase()} `.includes(` ${part.toLowerCase()} `)

/** The form that a name says by itself, as "Zentel syrup" does; null for one that says none. */
export const formInName = (name: string): ExternalForm | null =>
  (Object.keys(externalForms) as ExternalForm[]).find((form) => form !== 'other' && isNamed(name, form)) ?? null

/** The whole name of a drug outside the catalogue, as it is listed and printed: "Zentel (albendazole) 400 mg tablet". */
export const externalName = ({ name, substances = [], strength = '', form }: Named): string => {
  const holds = substances.filter((one) => !isNamed(name, one)).join(' + ')
  const parts = [
    name,
    holds && `(${holds})`,
    strength && !name.toLowerCase().includes(strength.toLowerCase()) && strength,
    form !== 'other' && !isNamed(name, form) && form,
  ]
  return parts.filter(Boolean).join(' ')
}
