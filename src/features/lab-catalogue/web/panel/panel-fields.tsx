import { Autocomplete, Checkbox, Select, Textarea, TextInput, ActionIcon, Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listPanels, type Panel, listSpecimens } from '#features/lab-catalogue/contract.ts'
import { isLoinc, loincCheckDigit, offeredUnits, unitText } from '#features/lab-catalogue/rules.ts'
import { query } from '#web/calls/api.ts'
import type { FormOf } from '#web/forms/checked-form.ts'
import { t } from '#web/i18n.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { FormSection } from '#web/ui/page.tsx'
import { ItemField } from '../item-field.tsx'
import { forSexChoices, hasNumber, kindChoices, choiceFlagWord } from '../labels.ts'
import { FormulaField } from './formula-field.tsx'
import { type PanelValues, moved } from './panel-values.ts'
import { UnitsEditor } from './units-editor.tsx'
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react'
import { useRef, type KeyboardEvent } from 'react'
import { choiceFlags } from '#features/lab-catalogue/contract-ranges.ts'
import { focusNext } from '#web/keyboard/focus-next.ts'
import styles from '../lab-catalogue.module.css'

/** The answers that a coded test may have, in the order in which they are offered; Alt with an arrow moves one, Enter adds another. */
const ChoicesEditor = ({ form }: { form: FormOf<PanelValues> }) => {
  const box = useRef<HTMLDivElement>(null)
  const { choices } = form.values
  const set = (next: PanelValues['choices']) => form.setFieldValue('choices', next)
  const focus = (at: number) => focusNext(() => box.current?.querySelectorAll<HTMLInputElement>('input[data-choice]')[at])
  const add = () => {
    set([...choices, { value: '', flag: 'normal' }])
    focus(choices.length)
  }
  const move = (at: number, step: -1 | 1) => {
    set(moved(choices, at, step))
    focus(Math.min(choices.length - 1, Math.max(0, at + step)))
  }
  const onKey = (event: KeyboardEvent, at: number) => {
    const step = event.altKey ? ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key as 'ArrowUp' | 'ArrowDown'] : undefined
    if (step) {
      event.preventDefault()
      move(at, step)
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      if (at === choices.length - 1) add()
      else focus(at + 1)
    }
  }
  return (
    <div className="span-all stack gap-4" ref={box}>
      <div className="label">{t('Choices')}</div>
      {choices.map((choice, at) => (
        <div key={at} className={`flex items-start gap-4 phone-wrap ${styles.row}`}>
          <TextInput
            className="grow"
            aria-label={t('Choice {n}', { n: at + 1 })}
            placeholder={t('As reported, such as Negative')}
            maxLength={80}
            data-choice
            {...form.getInputProps(`choices.${at}.value`)}
            onKeyDown={(event) => onKey(event, at)}
          />
          <NativeSelect
            aria-label={t('Meaning of choice {n}', { n: at + 1 })}
            data={choiceFlags.map((value) => ({ value, label: choiceFlagWord(value) }))}
            {...form.getInputProps(`choices.${at}.flag`)}
          />
          <ActionIcon aria-label={t('Move up')} aria-keyshortcuts="Alt+ArrowUp" disabled={at === 0} onClick={() => move(at, -1)}>
            <IconArrowUp size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            aria-label={t('Move down')}
            aria-keyshortcuts="Alt+ArrowDown"
            disabled={at === choices.length - 1}
            onClick={() => move(at, 1)}
          >
            <IconArrowDown size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label={t('Remove {name}', { name: choice.value })} onClick={() => set(choices.filter((_, one) => one !== at))}>
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {form.errors['choices'] && (
        <span className="doc-wrong" role="alert">
          {form.errors['choices']}
        </span>
      )}
      <Button className="self-start" leftSection={<IconPlus size={16} aria-hidden />} disabled={choices.length >= 60} onClick={add}>
        {t('Add choice')}
      </Button>
    </div>
  )
}

type Form = FormOf<PanelValues>
interface Props {
  form: Form
  panel: Panel | null
}
const digits = { inputMode: 'numeric', autoComplete: 'off', maxLength: 6 } as const

/** What is wrong with a LOINC code while it is typed, with the digit that would be right; null for none. */
const loincFault = (typed: string): string | null => {
  const code = typed.trim()
  if (code === '' || isLoinc(code) || !/^[1-9]\d{0,6}-\d$/.test(code)) return null
  const [number = ''] = code.split('-')
  return t('Wrong check digit: {number}-{digit} would be correct.', { number, digit: loincCheckDigit(number) })
}

const What = ({ form, panel }: Props) => {
  const { getInputProps, values, setFieldValue } = form
  const { data: specimens = [] } = useQuery(query(listSpecimens, { query: {} }))
  const { data: panels = [] } = useQuery(query(listPanels, { query: {} }))
  const sections = [...new Set(panels.map(({ section }) => section).filter((name) => name !== ''))]
  const choices = specimens.filter(({ id, is_active }) => is_active || String(id) === values.specimen)
  return (
    <FormSection title={t('Test details')}>
      <TextInput label={t('Name')} required maxLength={120} autoFocus={panel === null} {...getInputProps('name')} />
      <TextInput
        label={t('Code')}
        required
        description={t('Capital letters, such as HGB. Used in formulas and by analysers.')}
        maxLength={20}
        {...getInputProps('code')}
        onChange={(event) => setFieldValue('code', event.currentTarget.value.toUpperCase())}
      />
      <div className="span-all">
        <ChoiceField label={t('Result')} required data={kindChoices()} {...getInputProps('kind')} />
      </div>
      <div className="span-all">
        <ChoiceField label={t('Applies to')} data={forSexChoices()} {...getInputProps('for_sex')} />
        {values.for_sex !== '' && <p className="small t2">{t('A reason is required to request it for a patient of the other sex.')}</p>}
      </div>
      <Select
        label={t('Specimen')}
        required
        searchable
        allowDeselect={false}
        data={choices.map(({ id, name, container_name }) => ({ value: String(id), label: `${name} · ${container_name}` }))}
        {...getInputProps('specimen')}
        value={values.specimen || null}
        onChange={(id) => setFieldValue('specimen', id ?? '')}
        error={form.errors['specimen']}
      />
      <Autocomplete label={t('Section')} maxLength={60} data={sections} {...getInputProps('section')} />
      <TextInput label={t('Method')} maxLength={120} {...getInputProps('method')} />
      <TextInput
        label="LOINC"
        placeholder="718-7"
        maxLength={9}
        {...getInputProps('loinc')}
        error={form.errors['loinc'] ?? loincFault(values.loinc)}
      />
    </FormSection>
  )
}

const Numbers = ({ form }: { form: Form }) => {
  const { getInputProps, values } = form
  return (
    <FormSection title={t('Number and unit')}>
      <Autocomplete
        label={t('Unit')}
        description={unitText(values.unit) || t('UCUM unit, such as mmol/L or 10*9/L')}
        data={[...offeredUnits]}
        limit={30}
        maxLength={30}
        {...getInputProps('unit')}
      />
      <TextInput label={t('Decimals')} description={t('Decimals on the report, 0 to 6')} {...digits} {...getInputProps('decimals')} />
      {values.kind === 'quantitative' && <UnitsEditor form={form} />}
    </FormSection>
  )
}

const Delta = ({ form }: { form: Form }) => (
  <FormSection title={t('Delta check')} sub={t('Compared with the last result of the same patient; either limit is enough.')}>
    <TextInput label={t('Change by')} inputMode="decimal" {...form.getInputProps('delta_absolute')} />
    <TextInput label={t('Change by (%)')} inputMode="decimal" {...form.getInputProps('delta_percent')} />
    <TextInput label={t('Within (days)')} {...digits} {...form.getInputProps('delta_days')} />
  </FormSection>
)

const ForPatients = ({ form: { getInputProps } }: { form: Form }) => (
  <FormSection title={t('For the patient')}>
    <Textarea
      className="span-all"
      label={t('Description in plain words')}
      description={t('Shown to patients next to their result. Never say what a result means.')}
      maxLength={300}
      autosize
      minRows={2}
      {...getInputProps('explanation')}
    />
    <Checkbox
      className="span-all"
      label={t('Given in person, not shown in the portal')}
      description={t('Until it is released, the patient only sees that a result is ready at the clinic.')}
      {...getInputProps('is_withheld', { type: 'checkbox' })}
    />
  </FormSection>
)

const Service = ({ form, panel }: Props) => {
  const { getInputProps, values, setFieldValue } = form
  return (
    <FormSection title={t('Turnaround and price')}>
      <TextInput label={t('Turnaround (minutes)')} {...digits} {...getInputProps('turnaround_minutes')} />
      <TextInput label={t('Urgent turnaround (minutes)')} {...digits} {...getInputProps('urgent_turnaround_minutes')} />
      <TextInput label={t('List position')} description={t('Lower numbers come first')} {...digits} {...getInputProps('position')} />
      <ItemField
        value={values.item}
        onChange={(id) => setFieldValue('item', id)}
        itemName={panel?.item_name ?? null}
        name={values.name}
        description={t('Without its own item, it is available only in profiles.')}
        error={form.errors['item']}
        creation={panel === null ? { checked: values.create_item, onChange: (checked) => setFieldValue('create_item', checked) } : null}
      />
    </FormSection>
  )
}

/** The boxes of a test, those that its kind of result has. */
export const PanelFields = ({ form, panel }: Props) => {
  const { kind, code, formula } = form.values
  return (
    <>
      <What form={form} panel={panel} />
      {hasNumber(kind) && <Numbers form={form} />}
      {kind === 'calculated' && (
        <FormSection title={t('Calculation')}>
          <FormulaField {...form.getInputProps('formula')} value={formula} self={{ id: panel?.id ?? null, code }} />
        </FormSection>
      )}
      {kind === 'qualitative' && (
        <FormSection title={t('Possible results')} sub={t('In the order shown to users.')}>
          <ChoicesEditor form={form} />
        </FormSection>
      )}
      {hasNumber(kind) && <Delta form={form} />}
      <ForPatients form={form} />
      <Service form={form} panel={panel} />
    </>
  )
}
