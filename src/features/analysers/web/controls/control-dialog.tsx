import { Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { unitText } from '#features/lab-catalogue/rules.ts'
import { listPanels } from '#features/lab-catalogue/contract.ts'
import { query } from '#web/calls/api.ts'
import type { FormOf } from '#web/forms/checked-form.ts'
import { t } from '#web/i18n.ts'
import { RecordDialog } from '#web/record/record-dialog.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { listEquipment } from '#features/analysers/contract.ts'
import { createControl, updateControl } from '#features/analysers/contract-controls.ts'
import type { Control } from '../analyser-types.ts'
import styles from '../lists.module.css'

interface Values extends Record<string, unknown> {
  equipment: string
  test_panel: string
  lot: string
  level: string
  mean: string
  sd: string
  expires_on: string | null
}
/** What is known of a control that is to be added: what came of it, say. */
export type NewControl = Partial<Pick<Values, 'equipment' | 'test_panel' | 'lot' | 'level'>>

const number = (typed: string) => typed.trim().replace(',', '.')
const valuesOf = (control: Control | null, from: NewControl): Values => ({
  equipment: control?.equipment == null ? '' : String(control.equipment),
  test_panel: control ? String(control.test_panel) : '',
  lot: control?.lot ?? '',
  level: control?.level ?? '',
  mean: control?.mean ?? '',
  sd: control?.sd ?? '',
  expires_on: control?.expires_on ?? null,
  ...from,
})
const changeOf = ({ lot, level, mean, sd, expires_on }: Values) => ({ lot, level, mean: number(mean), sd: number(sd), expires_on })

const Owner = ({ form }: { form: FormOf<Values> }) => {
  const { data: equipments = [] } = useQuery(query(listEquipment, { query: {} }))
  const { data: panels = [] } = useQuery(query(listPanels, { query: { active: 'true' } }))
  const { getInputProps, setFieldValue, values } = form
  return (
    <>
      <Select
        label={t('Analyser')}
        description={t('None: the test is done manually.')}
        placeholder={t('By hand')}
        clearable
        clearButtonProps={{ 'aria-label': t('By hand') }}
        data={equipments.filter(({ is_active }) => is_active).map(({ id, name }) => ({ value: String(id), label: name }))}
        {...getInputProps('equipment')}
        value={values.equipment || null}
        onChange={(id) => setFieldValue('equipment', id ?? '')}
        data-autofocus
      />
      <Select
        label={t('Test')}
        required
        searchable
        limit={60}
        allowDeselect={false}
        nothingFoundMessage={t('No matches')}
        data={panels
          .filter(({ kind }) => kind === 'quantitative')
          .map(({ id, name, code, unit }) => ({ value: String(id), label: [name, code, unitText(unit)].filter(Boolean).join(' · ') }))}
        {...getInputProps('test_panel')}
        value={values.test_panel || null}
        onChange={(id) => setFieldValue('test_panel', id ?? '')}
      />
    </>
  )
}

const Fields = ({ form }: { form: FormOf<Values> }) => {
  const decimal = { inputMode: 'decimal', autoComplete: 'off', maxLength: 20, classNames: { input: 'num' }, required: true } as const
  return (
    <>
      <div className={`grid items-start gap-5-6 ${styles.grid}`}>
        <TextInput
          label={t('Lot')}
          description={t('As sent by the analyser, or as on the label')}
          required
          maxLength={60}
          {...form.getInputProps('lot')}
        />
        <TextInput
          label={t('Level')}
          description={t('As sent by the analyser, or as on the label')}
          required
          maxLength={30}
          {...form.getInputProps('level')}
        />
        <TextInput label={t('Mean')} {...decimal} {...form.getInputProps('mean')} />
        <TextInput label={t('Standard deviation')} {...decimal} {...form.getInputProps('sd')} />
      </div>
      <DateField label={t('Expiry date')} {...form.getInputProps('expires_on')} />
    </>
  )
}

/** Adds control material, or changes its mean, spread, lot or expiry. */
export const ControlDialog = ({ control, onClose }: { control: Control | NewControl; onClose: () => void }) => {
  const [row, from] = 'id' in control ? [control, {}] : [null, control]
  return (
    <RecordDialog
      row={row}
      create={createControl}
      update={updateControl}
      add={t('Add control')}
      save={t('Add control')}
      title={row ? `${row.test_panel_name} · ${row.level}` : undefined}
      name={({ test_panel_name, level }) => `${test_panel_name} ${level}`}
      message={() => (row ? t('Control saved.') : t('Control added. Its earlier measurements now belong to it.'))}
      values={(known) => valuesOf(known, from)}
      toBody={changeOf}
      toNewBody={(values) => ({
        ...changeOf(values),
        equipment: values.equipment === '' ? null : Number(values.equipment),
        test_panel: Number(values.test_panel || Number.NaN),
      })}
      check={({ test_panel }): Record<string, string> => (test_panel === '' ? { test_panel: t('Choose one.') } : {})}
      onClose={onClose}
    >
      {(form) => (
        <>
          {row === null && <Owner form={form} />}
          <Fields form={form} />
        </>
      )}
    </RecordDialog>
  )
}
