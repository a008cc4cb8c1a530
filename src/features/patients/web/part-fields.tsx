import { ActionIcon, Autocomplete, Button, Select, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { listInsuranceCompanies } from '#calls/insurance/contract.ts'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { allergySeverities } from '../contract-summaries.ts'
import { allergyCategories, identifierKinds } from '../contract.ts'
import { categoryWord, identifierWord, relationships, severityWord } from './patient-labels.ts'
import { noAllergy, noIdentifier, noInsurance, noKin, type PatientForm, type PatientValues } from './patient-values.ts'
import { PrintWarning } from './print-warning.tsx'
import styles from './patients.module.css'

type List = 'identifiers' | 'insurances' | 'next_of_kin' | 'allergies'

interface RowsProps<L extends List> {
  form: PatientForm
  list: L
  title: string
  /** On the button that adds a row, and of the one that takes it away. */
  add: string
  remove: string
  blank: PatientValues[L][number]
  max: number
  renderRow: (path: `${L}.${number}`, value: PatientValues[L][number]) => ReactNode
}

/** Rows of one kind: identifiers, memberships, kin, allergies. A row that stays empty is not sent. */
const RowsField = <L extends List>({ form, list, title, add, remove, blank, max, renderRow }: RowsProps<L>) => {
  const rows = form.getValues()[list] as PatientValues[L][number][]
  return (
    <section className="section" aria-label={title}>
      <div className="row parts-head">
        <h2 className="grow">{title}</h2>
        {rows.length < max && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => form.insertListItem(list, blank as never)}
          >
            {add}
          </Button>
        )}
      </div>
      {rows.map((value, at) => (
        <div key={at} className={`flex items-end gap-4 divided ${styles.partRow}`} role="group" aria-label={`${title} ${at + 1}`}>
          <div className="section-grid grow">{renderRow(`${list}.${at}`, value)}</div>
          {(rows.length > 1 || list === 'allergies') && (
            <ActionIcon aria-label={`${remove} ${at + 1}`} onClick={() => form.removeListItem(list, at)}>
              <IconX size={16} aria-hidden />
            </ActionIcon>
          )}
        </div>
      ))}
    </section>
  )
}

const Identifiers = ({ form }: { form: PatientForm }) => (
  <RowsField
    {...{
      form,
      list: 'identifiers',
      title: t('Identifiers'),
      add: t('Add identifier'),
      remove: t('Remove identifier'),
      blank: noIdentifier,
      max: 10,
    }}
    renderRow={(path) => (
      <>
        <Select
          label={t('Type')}
          data={identifierKinds.map((value) => ({ value, label: identifierWord(value) }))}
          allowDeselect={false}
          {...form.getInputProps(`${path}.kind`)}
        />
        <TextInput label={t('Number')} autoComplete="off" {...form.getInputProps(`${path}.value`)} />
      </>
    )}
  />
)

const Insurances = ({ form }: { form: PatientForm }) => {
  const { can } = useRights()
  const { data = [] } = useQuery({ ...query(listInsuranceCompanies, { query: { active: 'true' } }), enabled: can(listInsuranceCompanies) })
  const companies = data.map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <RowsField
      {...{
        form,
        list: 'insurances',
        title: t('Insurance'),
        add: t('Add insurance'),
        remove: t('Remove insurance'),
        blank: noInsurance,
        max: 10,
      }}
      renderRow={(path, { insurance_company_id }) => (
        <>
          <Select
            label={t('Insurance company')}
            placeholder={t('None')}
            data={companies}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t('Clear') }}
            nothingFoundMessage={t('No matching insurance company')}
            selectFirstOptionOnChange
            {...form.getInputProps(`${path}.insurance_company_id`)}
            value={insurance_company_id || null}
            onChange={(id) => form.setFieldValue(`${path}.insurance_company_id`, id ?? '')}
          />
          <TextInput label={t('Member number')} autoComplete="off" {...form.getInputProps(`${path}.member_number`)} />
        </>
      )}
    />
  )
}

const NextOfKin = ({ form }: { form: PatientForm }) => (
  <RowsField
    {...{
      form,
      list: 'next_of_kin',
      title: t('Next of kin'),
      add: t('Add next of kin'),
      remove: t('Remove next of kin'),
      blank: noKin,
      max: 10,
    }}
    renderRow={(path, { first_name, second_name }) => (
      <>
        <TextInput label={t('First name')} autoComplete="off" {...form.getInputProps(`${path}.first_name`)} />
        <TextInput label={t('Last name')} autoComplete="off" {...form.getInputProps(`${path}.second_name`)} />
        <PrintWarning text={`${first_name} ${second_name}`} />
        <Autocomplete label={t('Relationship')} data={relationships()} maxLength={40} {...form.getInputProps(`${path}.relationship`)} />
        <TextInput label={t('Phone')} type="tel" autoComplete="off" {...form.getInputProps(`${path}.contact.tel_no`)} />
      </>
    )}
  />
)

const Allergies = ({ form }: { form: PatientForm }) => (
  <RowsField
    {...{ form, list: 'allergies', title: t('Allergies'), add: t('Add allergy'), remove: t('Remove allergy'), blank: noAllergy, max: 50 }}
    renderRow={(path) => (
      <>
        <TextInput label={t('Substance')} autoFocus autoComplete="off" {...form.getInputProps(`${path}.substance`)} />
        <TextInput label={t('Reaction')} autoComplete="off" {...form.getInputProps(`${path}.reaction`)} />
        <Select
          label={t('Severity')}
          data={allergySeverities.map((value) => ({ value, label: severityWord(value) }))}
          allowDeselect={false}
          {...form.getInputProps(`${path}.severity`)}
        />
        <Select
          label={t('Type')}
          data={allergyCategories.map((value) => ({ value, label: categoryWord(value) }))}
          allowDeselect={false}
          {...form.getInputProps(`${path}.category`)}
        />
      </>
    )}
  />
)

/** What comes along with a new patient: papers, cover, kin, allergies. */
export const PartFields = ({ form }: { form: PatientForm }) => (
  <>
    <Identifiers form={form} />
    <Insurances form={form} />
    <NextOfKin form={form} />
    <Allergies form={form} />
  </>
)
