import { Select, TextInput } from '@mantine/core'
import { currencyDecimals } from '#shared/money.ts'
import { language, languages, t } from '#web/i18n.ts'
import type { CompanyDetails, CompanyFormats } from '../contract.ts'
import { clinicNow } from '#web/state/clinic-clock.ts'

type Detail = keyof typeof CompanyDetails
type Format = keyof typeof CompanyFormats

interface Props<Name extends string> {
  /** What `getInputProps` of the form says of a field of the clinic. */
  input: (name: Name) => object
}

/** Name, addresses, telephones and e-mails of the clinic: what stands at the head of its papers. */
export const DetailFields = ({ input }: Props<Detail>) => (
  <>
    <TextInput label={t('Clinic name')} autoComplete="organization" required {...input('name')} />
    <TextInput label={t('Address')} autoComplete="address-line1" {...input('address1')} />
    <TextInput label={t('Address line 2')} autoComplete="address-line2" {...input('address2')} />
    <TextInput label={t('Phone')} type="tel" autoComplete="tel" {...input('phone1')} />
    <TextInput label={t('Second phone')} type="tel" {...input('phone2')} />
    <TextInput label={t('E-mail')} type="email" autoComplete="email" {...input('email1')} />
    <TextInput label={t('Second e-mail address')} type="email" {...input('email2')} />
  </>
)

const MOST_SHOWN = 60

const currencyNames = () => {
  const names = new Intl.DisplayNames(language(), { type: 'currency' })
  return Intl.supportedValuesOf('currency')
    .filter((code) => currencyDecimals(code) <= 2)
    .map((code) => ({ value: code, label: `${code} · ${names.of(code) ?? code}` }))
}
const zones = () =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))

const timeIn = (timeZone: string) => {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(new Date(clinicNow()))
  } catch {
    return null
  }
}

/** Currency, time zone and language: how the clinic writes money, days and texts. */
export const FormatFields = ({ input, timeZone }: Props<Format> & { timeZone: string }) => {
  const now = timeIn(timeZone)
  const found = { searchable: true, limit: MOST_SHOWN, allowDeselect: false, required: true, nothingFoundMessage: t('No match') }
  return (
    <>
      <Select label={t('Currency')} data={currencyNames()} {...found} {...input('currency')} />
      <Select
        label={t('Time zone')}
        description={now === null ? undefined : t('Local time there: {time}.', { time: now })}
        data={zones()}
        {...found}
        {...input('time_zone')}
      />
      <Select
        label={t('Language')}
        description={t('Users can choose their own language.')}
        data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
        allowDeselect={false}
        required
        {...input('language')}
      />
    </>
  )
}
