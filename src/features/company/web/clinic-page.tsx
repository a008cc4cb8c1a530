import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#web/calls/api.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { FourStates } from '#web/ui/four-states.tsx'
import { FormSection, Page } from '#web/ui/page.tsx'
import { type Company, getCompany, updateCompany } from '../contract.ts'
import { ClinicLogo } from './logo-field.tsx'
import { DetailFields, FormatFields } from './company-fields.tsx'
import { NumberFormats } from './number-format-fields.tsx'

const valuesOf = ({ name, address1, address2, phone1, phone2, email1, email2, tax_number, currency, time_zone, language }: Company) => ({
  name,
  address1: address1 ?? '',
  address2: address2 ?? '',
  phone1: phone1 ?? '',
  phone2: phone2 ?? '',
  email1: email1 ?? '',
  email2: email2 ?? '',
  tax_number: tax_number ?? '',
  currency,
  time_zone,
  language,
})

interface Props {
  company: Company
  /** The version that was opened here: news of another's change must not hide that it happened. */
  version: number
  onSaved: (version: number) => void
}

const DetailsForm = ({ company, version, onSaved }: Props) => {
  const details = useEndpointForm(updateCompany, {
    initialValues: valuesOf(company),
    version,
    draftKey: 'clinic',
    toBody: (values) => ({ ...values, language: values.language as 'en' }),
    onSaved: (saved) => {
      onSaved(saved.version)
      toast.done(t('Clinic details saved.'))
    },
  })
  const { getInputProps, values } = details.form
  const labels = {
    address1: t('Address'),
    address2: t('Address line 2'),
    phone1: t('Phone'),
    phone2: t('Second phone'),
    email1: t('E-mail'),
    email2: t('Second e-mail address'),
    tax_number: t('Tax number'),
    time_zone: t('Time zone'),
  }
  return (
    <EndpointForm form={details} save={t('Save details')} labels={labels}>
      <FormSection title={t('Name and address')} sub={t('Printed at the top of receipts, reports and cards.')}>
        <DetailFields input={(name) => getInputProps(name)} />
        <TextInput label={t('Tax number')} maxLength={40} {...getInputProps('tax_number')} />
      </FormSection>
      <FormSection
        title={t('Money, time and language')}
        sub={t('Recorded amounts keep their figures; only the currency in front of them changes.')}
      >
        <FormatFields input={(name) => getInputProps(name)} timeZone={values.time_zone} />
      </FormSection>
    </EndpointForm>
  )
}

const Loaded = ({ company }: { company: Company }) => {
  const [version, setVersion] = useState(company.version)
  return (
    <>
      <DetailsForm company={company} version={version} onSaved={setVersion} />
      <ClinicLogo company={company} version={version} onSaved={setVersion} />
      <NumberFormats />
    </>
  )
}

/** The clinic's own details, logo and number formats. */
export const ClinicPage = () => {
  const company = useQuery(query(getCompany))
  return (
    <Page title={t('Clinic')} sub={t('Name and logo on documents and on screen')} narrow>
      <FourStates query={company}>{(data) => <Loaded company={data} />}</FourStates>
    </Page>
  )
}
