import { ageIn } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'

const bound = (months: number) => (months % 12 === 0 && months >= 24 ? ageIn('y', months / 12) : ageIn('mo', months))

/** From one age to the next: `1 mo – 12 mo`, `16 y and over`. */
export const ageRange = ({ age_from_months, age_to_months }: { age_from_months: number; age_to_months: number | null }) =>
  age_to_months === null
    ? age_from_months === 0
      ? t('all ages')
      : t('{age} and over', { age: bound(age_from_months) })
    : age_from_months === 0
      ? t('under {age}', { age: bound(age_to_months) })
      : `${bound(age_from_months)} – ${bound(age_to_months)}`
