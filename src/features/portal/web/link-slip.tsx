import { TextInput } from '@mantine/core'
import { redeemLinkSlip } from '#features/patients/contract-own.ts'
import { parseDay } from '#web/text/day-text.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { forgetSlipCode, keptSlipCode } from '#web/session/slip-code.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'

/** The code on a slip of the desk, with the date of birth: the patient links the record from anywhere. */
export const LinkSlip = ({ onSent }: { onSent: () => void }) => {
  const of = useEndpointForm(redeemLinkSlip, {
    initialValues: { code: keptSlipCode(), date_of_birth: '' },
    toBody: (values) => ({ ...values, date_of_birth: parseDay(values.date_of_birth) ?? values.date_of_birth }),
    onSaved: () => {
      forgetSlipCode()
      onSent()
    },
  })
  const { getInputProps } = of.form
  return (
    <section className="section" aria-label={t('I have a slip from the clinic')}>
      <h2>{t('I have a slip from the clinic')}</h2>
      <p>{t('The reception desk gave you a paper with a code of twelve characters.')}</p>
      <EndpointForm of={of} save={t('Link my record')} isAside>
        <TextInput
          label={t('Code on the slip')}
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="XXXX-XXXX-XXXX"
          {...getInputProps('code')}
        />
        <TextInput
          label={t('Date of birth')}
          description={t('Day, month, year')}
          required
          autoComplete="bday"
          {...getInputProps('date_of_birth')}
        />
      </EndpointForm>
    </section>
  )
}
