import type { InteractionRule } from './interactions-severe.ts'

const bnf = 'BNF-style class (moderate)'

/** Pairs of which one keeps the other from being taken up; hours between them are enough. They never interrupt. */
export const uptakeInteractions: readonly InteractionRule[] = [
  {
    id: 'thyroid-calcium',
    a: 'levothyroxine',
    b: 'calcium carbonate, calcium acetate, @minerals',
    effect: 'Less of the thyroid hormone is taken up.',
    advice: 'Leave four hours between the two.',
    source: 'ONC non-interruptive DDI list',
  },
  {
    id: 'dolutegravir-minerals',
    a: 'dolutegravir, raltegravir, bictegravir',
    b: '@minerals',
    effect: 'Less of the HIV medicine is taken up.',
    advice: 'Two hours before, or six after; iron and calcium together with a meal.',
    source: 'Product label of dolutegravir',
  },
  {
    id: 'quinolone-minerals',
    a: '@quinolones',
    b: '@minerals',
    effect: 'Less of the antibiotic is taken up.',
    advice: 'Give the antibiotic two hours before, or six after.',
    source: bnf,
  },
  {
    id: 'tetracycline-minerals',
    a: '@tetracyclines',
    b: '@minerals',
    effect: 'Less of the antibiotic is taken up.',
    advice: 'Leave two to three hours between the two.',
    source: bnf,
  },
  {
    id: 'iron-antacid',
    a: 'ferrous sulfate, ferrous fumarate, ferrous gluconate',
    b: 'calcium carbonate, magnesium trisilicate, aluminium hydroxide, magnesium hydroxide',
    effect: 'Less iron is taken up.',
    advice: 'Leave two hours between the two.',
    source: bnf,
  },
  {
    id: 'isoniazid-antacid',
    a: 'isoniazid',
    b: 'aluminium hydroxide',
    effect: 'Less isoniazid is taken up.',
    advice: 'Leave two hours between the two.',
    source: bnf,
  },
  {
    id: 'azole-acid',
    a: 'itraconazole, ketoconazole',
    b: '@ppis, @h2Blockers',
    effect: 'Less of the antifungal is taken up.',
    advice: 'Give it with an acid drink, or choose another.',
    source: 'ONC non-interruptive DDI list',
  },
]
