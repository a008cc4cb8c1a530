import { unitCodes, type UnitCode } from '../rules.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'

/** `10.000` as people write it: 10. */
export const shortQuantity = (quantity: string): string => (quantity.includes('.') ? quantity.replace(/\.?0+$/, '') : quantity)

export const unitWord = (code: UnitCode): string =>
  ({
    tablet: t('tablet'),
    capsule: t('capsule'),
    pill: t('pill'),
    ml: 'ml',
    mg: 'mg',
    mcg: 'mcg',
    g: 'g',
    unit: t('unit'),
    drop: t('drop'),
    puff: t('puff'),
    spray: t('spray'),
    patch: t('patch'),
    suppository: t('suppository'),
    pessary: t('pessary'),
    sachet: t('sachet'),
    vial: t('vial'),
    ampoule: t('ampoule'),
    application: t('application'),
    lozenge: t('lozenge'),
    click: t('click'),
    dose: t('dose'),
  })[code]

const several = (code: UnitCode, n: string): string =>
  ({
    tablet: t('{n} tablets', { n }),
    capsule: t('{n} capsules', { n }),
    pill: t('{n} pills', { n }),
    ml: t('{n} ml', { n }),
    mg: t('{n} mg', { n }),
    mcg: `${n} mcg`,
    g: t('{n} g', { n }),
    unit: t('{n} units', { n }),
    drop: t('{n} drops', { n }),
    puff: t('{n} puffs', { n }),
    spray: t('{n} sprays', { n }),
    patch: t('{n} patches', { n }),
    suppository: t('{n} suppositories', { n }),
    pessary: t('{n} pessaries', { n }),
    sachet: t('{n} sachets', { n }),
    vial: t('{n} vials', { n }),
    ampoule: t('{n} ampoules', { n }),
    application: t('{n} applications', { n }),
    lozenge: t('{n} lozenges', { n }),
    click: t('{n} clicks', { n }),
    dose: t('{n} doses', { n }),
  })[code]

/** What medicines are packed in, which no dose is counted in: one of them, and several. */
const packs = (n: string) =>
  new Map<string, readonly [string, string]>([
    ['bottle', [t('bottle'), t('{n} bottles', { n })]],
    ['tube', [t('tube'), t('{n} tubes', { n })]],
    ['pack', [t('pack'), t('{n} packs', { n })]],
    ['inhaler', [t('inhaler'), t('{n} inhalers', { n })]],
  ])

const isUnit = (unit: string): unit is UnitCode => (unitCodes as readonly string[]).includes(unit)

/** One of a unit and several of it, in the person's language; a unit that is the clinic's own stands as it is. */
const unitWords = (unit: string, n: string): readonly [one: string, several: string] => {
  const plain = unit.trim().toLowerCase()
  return isUnit(plain) ? [unitWord(plain), several(plain, n)] : (packs(n).get(plain) ?? [unit, `${n} ${unit}`])
}

/** A quantity in the person's language, with what it is counted in. */
export const quantityWords = (quantity: string, unit: string | null): string => {
  const n = number(shortQuantity(quantity))
  if (!unit) return n
  const [one, many] = unitWords(unit, n)
  return n === '1' ? `1 ${one}` : many
}

/** What an item is counted in, in the person's language, as it is said of so many. */
export const unitName = (unit: string, count = 1): string => {
  const [one, many] = unitWords(unit, '')
  return count === 1 ? one : many.trim()
}
