import { birthText } from '#shared/birth.ts'
import { t } from '../i18n.ts'
import { date } from './format.ts'

interface Born {
  date_of_birth: string | null
  is_birth_date_estimated: boolean
}
/** The date of birth of somebody on file as screens write it; empty without one. */
export const birthOf = ({ date_of_birth, is_birth_date_estimated }: Born): string =>
  date_of_birth === null ? '' : birthText(date_of_birth, is_birth_date_estimated, { t, day: date })
