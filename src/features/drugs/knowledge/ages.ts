/** Stops under an age in years. */
export interface AgeRule {
  id: string
  of: string
  under: number
  /** Names no substance that might be taken: those are in `instead` and `also`, which are held against the patient's record. */
  detail: string
  /** Substances in its place. */
  instead?: string
  /** What is given besides. */
  also?: { text: string; names: string }
  source: string
}

export const ageRules: readonly AgeRule[] = [
  {
    id: 'codeine',
    of: 'codeine, tramadol',
    under: 12,
    detail: 'Some children turn it into morphine so fast that they stop breathing.',
    source: 'FDA and EMA contraindication (2013-2017)',
  },
  {
    id: 'aspirin',
    of: 'acetylsalicylic acid',
    under: 16,
    detail: "Reye's syndrome: liver and brain fail after a viral illness.",
    instead: 'paracetamol',
    source: 'BNFc',
  },
  { id: 'promethazine', of: 'promethazine', under: 2, detail: 'The breathing may stop.', source: 'FDA boxed warning (2004)' },
  {
    id: 'tetracyclines',
    of: '@tetracyclines',
    under: 8,
    detail: 'They stain teeth; a short course only for a grave illness.',
    source: 'WHO Model Formulary for Children',
  },
  {
    id: 'loperamide',
    of: 'loperamide, diphenoxylate',
    under: 4,
    detail: 'The bowel may stop; rehydrate.',
    also: { text: 'Give zinc.', names: 'zinc' },
    source: 'WHO: the treatment of diarrhoea',
  },
  {
    id: 'metoclopramide',
    of: 'metoclopramide',
    under: 1,
    detail: 'Spasms of face and neck.',
    source: 'EMA recommendation on metoclopramide (2013)',
  },
]
