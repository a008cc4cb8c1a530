import { Select, TextInput, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, lazy, Suspense } from 'react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { query } from '#web/calls/api.ts'
import { useClinic } from '#web/calls/clinic.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { money, number } from '#web/text/format.ts'
import { language, t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { FourStates, Empty } from '#web/ui/four-states.tsx'
import { FormSection, Page } from '#web/ui/page.tsx'
import { getBillingSettings, roundingSteps, updateBillingSettings } from '#features/billing/contract-payments.ts'
import { ConsultationFees } from './consultation-fees.tsx'
import { roundTo } from './rounding-example.ts'
import { feesBody, type SettingsValues } from './settings-values.ts'
import { IconPlus } from '@tabler/icons-react'
import { createTaxClass, listTaxClasses, type TaxClass } from '#features/catalogue/contract.ts'
import { useRights } from '#web/session/rights.ts'
import { useRows } from '#web/calls/rows.ts'
import { InUse } from '#web/ui/in-use.tsx'
import styles from './settings.module.css'

const TaxClassDialog = lazy(async () => ({ default: (await import('./tax-class-dialog.tsx')).TaxClassDialog }))

const Table = ({ classes, onOpen }: { classes: readonly TaxClass[]; onOpen: ((one: TaxClass) => void) | undefined }) => (
  <table className={`k-table ${styles.taxClasses}`} aria-label={t('Tax classes')}>
    <thead>
      <tr>
        <th scope="col">{t('Name')}</th>
        <th scope="col" className="r">
          {t('Rate')}
        </th>
        <th scope="col">{t('State')}</th>
        {onOpen && <th scope="col" aria-label={t('Change')} />}
      </tr>
    </thead>
    <tbody>
      {classes.map((one) => (
        <tr key={one.id}>
          <td className="strong">{one.name}</td>
          <td className="r">{number(Number(one.rate))} %</td>
          <td>
            <InUse active={one.is_active} />
          </td>
          {onOpen && (
            <td className="r">
              <Button className="row-button" aria-label={t('Change {{name}}', one)} onClick={() => onOpen(one)}>
                {t('Change')}
              </Button>
            </td>
          )}
        </tr>
      ))}
    </tbody>
  </table>
)

/** The taxes that items may bear: a new rate counts for what is charged from then on. */
const TaxClasses = () => {
  const { can } = useRights()
  const classes = useRows(query(listTaxClasses, { query: {} }))
  const [edited, setEdited] = useState<TaxClass | 'new' | null>(null)
  const mayChange = can(createTaxClass)
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {t('Add tax class')}
    </Button>
  )
  return (
    <section className="section" aria-label={t('Tax classes')}>
      <h2>{t('Tax classes')}</h2>
      <p>{t('Every item of the catalogue bears one. A new rate counts for what is charged from then on.')}</p>
      <div className="form-stack">
        <FourStates of={classes} isEmpty={(data) => data.length === 0} empty={<Empty title={t('No tax class yet')} />}>
          {(data) => <Table classes={data} onOpen={mayChange ? setEdited : undefined} />}
        </FourStates>
        {mayChange && <div>{add}</div>}
      </div>
      <Suspense>{edited && <TaxClassDialog taxClass={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}</Suspense>
    </section>
  )
}

type Settings = ResponseOf<typeof getBillingSettings>

const EXAMPLE = '123.37'

const monthName = (month: number) =>
  new Intl.DateTimeFormat(language(), { month: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2001, month - 1, 1)))
const months = () => Array.from({ length: 12 }, (_, at) => ({ value: String(at + 1), label: monthName(at + 1) }))

const valuesOf = (settings: Settings): SettingsValues => ({
  fiscal_year_start_month: String(settings.fiscal_year_start_month),
  rounding_step: settings.rounding_step,
  tax: settings.prices_include_tax ? 'included' : 'added',
  consultation_item: settings.consultation_item === null ? '' : String(settings.consultation_item),
  invoice_note: settings.invoice_note ?? '',
  doctor_fees: settings.doctor_fees.map(({ doctor, item }) => ({ doctor: String(doctor), item: String(item) })),
})

const bodyOf = (values: SettingsValues) => ({
  fiscal_year_start_month: Number(values.fiscal_year_start_month),
  rounding_step: values.rounding_step,
  prices_include_tax: values.tax === 'included',
  consultation_item: values.consultation_item === '' ? null : Number(values.consultation_item),
  invoice_note: values.invoice_note,
  doctor_fees: feesBody(values.doctor_fees),
})

const SettingsForm = ({ settings }: { settings: Settings }) => {
  // The version that was opened here: news of another's change must not hide that it happened.
  const [version, setVersion] = useState(settings.version)
  const currency = useClinic()?.currency ?? ''
  const saved = useEndpointForm(updateBillingSettings, {
    initialValues: valuesOf(settings),
    boxesOf: valuesOf,
    version,
    draftKey: 'billing-settings',
    toBody: bodyOf,
    onSaved: (now) => {
      setVersion(now.version)
      toast.done(t('The billing settings are saved.'))
    },
  })
  const { form } = saved
  const { getInputProps, values, setFieldValue } = form
  const labels = { rounding_step: t('Round what the patient pays to'), invoice_note: t('Note on bills') }
  return (
    <EndpointForm of={saved} save={t('Save settings')} labels={labels}>
      <FormSection title={t('Bills')} sub={t('What you change here counts for new bills; issued bills stay as they are.')}>
        <Select
          label={t('Round what the patient pays to')}
          description={t('A bill of {{before}} becomes {{after}}.', {
            before: money(EXAMPLE),
            after: money(roundTo(EXAMPLE, values.rounding_step)),
          })}
          allowDeselect={false}
          data={roundingSteps.map((step) => ({ value: step, label: `${currency} ${money(step)}` }))}
          {...getInputProps('rounding_step')}
        />
        <Select
          label={t('The fiscal year begins in')}
          description={t('Numbers of bills and receipts begin again then.')}
          allowDeselect={false}
          searchable
          data={months()}
          {...getInputProps('fiscal_year_start_month')}
        />
        <div>
          <ChoiceField
            label={t('Prices in the lists')}
            data={[
              { value: 'included', label: t('Include tax') },
              { value: 'added', label: t('Tax is added') },
            ]}
            value={values.tax}
            onChange={(tax) => setFieldValue('tax', tax)}
          />
        </div>
        <TextInput
          className={styles.wideField}
          label={t('Note on bills')}
          description={t('Stands under every bill: how to pay, whom to ask.')}
          maxLength={300}
          {...getInputProps('invoice_note')}
        />
      </FormSection>
      <ConsultationFees form={form} known={settings.doctor_fees} />
    </EndpointForm>
  )
}

/** How the clinic bills: rounding, year, taxes, what a consultation costs. */
export const BillingSettingsPage = () => {
  const settings = useQuery(query(getBillingSettings, { query: {} }))
  return (
    <Page title={t('Billing settings')} sub={t('Rounding, taxes and consultation fees')} narrow>
      <FourStates of={settings}>{(data) => <SettingsForm settings={data} />}</FourStates>
      <TaxClasses />
    </Page>
  )
}
