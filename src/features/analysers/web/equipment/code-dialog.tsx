import { Autocomplete, Button, Modal, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { listPanels } from '#features/lab-catalogue/contract.ts'
import { isUnit, offeredUnits } from '#features/lab-catalogue/rules.ts'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { type CodeDraft, readValues, writeValues } from './code-list.ts'

interface Props {
  /** What the boxes begin with; the code of a new one may be known already. */
  from: CodeDraft
  isNew: boolean
  isRunning: boolean
  onSave: (code: CodeDraft) => void
  onRemove?: (() => void) | undefined
  onClose: () => void
}

/** What one code of an instrument means: which test, in which unit, which of its values are which choices. */
export const CodeDialog = ({ from, isNew, isRunning, onSave, onRemove, onClose }: Props) => {
  const { data: panels = [] } = useQuery(query(listPanels, { query: {} }))
  const [code, setCode] = useState(from.code)
  const [panel, setPanel] = useState(from.panel)
  const [isUnwanted, setUnwanted] = useState(!isNew && from.panel === null)
  const [unit, setUnit] = useState(from.unit ?? '')
  const [values, setValues] = useState(writeValues(from.values))
  const [isTried, setTried] = useState(false)
  const chosen = panels.find(({ id }) => id === panel)
  const isCoded = chosen?.kind === 'qualitative'
  const hasUnit = !chosen || chosen.kind === 'quantitative'
  const read = readValues(values)
  const unknown =
    'values' in read && chosen ? Object.values(read.values).find((to) => !chosen.choices.some(({ value }) => value === to)) : undefined
  const faults = {
    code: code.trim() === '' ? t('This field is required.') : undefined,
    panel: panel === null && !isUnwanted ? t('Choose one.') : undefined,
    unit: unit.trim() !== '' && !isUnit(unit.trim()) ? t('Enter a UCUM unit, such as mmol/L or 10*9/L.') : undefined,
    values:
      'line' in read
        ? t('Line {n}: enter it as NEG = Negative.', { n: read.line })
        : isCoded && unknown !== undefined
          ? t('{value} is not a choice of this test.', { value: unknown })
          : undefined,
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.values(faults).some(Boolean) || !('values' in read)) return
    onSave({
      code: code.trim(),
      panel: isUnwanted ? null : panel,
      unit: isUnwanted || !hasUnit ? null : unit.trim() || null,
      values: isUnwanted ? {} : read.values,
    })
  }
  const choices = panels.filter(({ id, is_active, kind }) => id === panel || (is_active && kind !== 'calculated'))
  return (
    <Modal opened onClose={onClose} title={isNew ? t('Map code') : from.code} closeButtonProps={{ 'aria-label': t('Close') }}>
      <form className="form-stack" onSubmit={submit} noValidate>
        <TextInput
          label={t('Code as sent')}
          required
          maxLength={60}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={isTried && faults.code}
          data-autofocus={from.code === '' || undefined}
        />
        <Switch
          label={t('Not needed: ignore its results')}
          checked={isUnwanted}
          onChange={(event) => setUnwanted(event.currentTarget.checked)}
        />
        {!isUnwanted && (
          <>
            <Select
              label={t('Test')}
              required
              searchable
              limit={60}
              nothingFoundMessage={t('No matches')}
              data={choices.map(({ id, code: short, name }) => ({ value: String(id), label: `${name} · ${short}` }))}
              value={panel === null ? null : String(panel)}
              onChange={(id) => setPanel(id === null ? null : Number(id))}
              error={isTried && faults.panel}
              data-autofocus={from.code !== '' || undefined}
            />
            {hasUnit && (
              <Autocomplete
                label={t('Unit as sent')}
                description={t('Empty: as in the message, or the unit of the test.')}
                data={[...offeredUnits]}
                limit={20}
                maxLength={30}
                value={unit}
                onChange={setUnit}
                error={faults.unit}
              />
            )}
            {chosen && chosen.kind !== 'quantitative' && (
              <Textarea
                label={t('Value map')}
                description={t('One per line: value sent = meaning. Choices: {choices}', {
                  choices: chosen.choices.map(({ value }) => value).join(', ') || '–',
                })}
                placeholder="NEG = Negative"
                autosize
                minRows={3}
                value={values}
                onChange={(event) => setValues(event.currentTarget.value)}
                error={faults.values}
              />
            )}
          </>
        )}
        <div className="form-foot">
          {onRemove && (
            <Button onClick={onRemove} loading={isRunning}>
              {t('Remove from map')}
            </Button>
          )}
          <span className="grow" />
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="filled" loading={isRunning}>
            {t('Save')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
