import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react'
import { useRef, type KeyboardEvent } from 'react'
import { choiceFlags } from '#features/lab-catalogue/contract-fields.ts'
import type { FormOf } from '#web/forms/checked-form.ts'
import { t } from '#web/i18n.ts'
import { focusNext } from '#web/keyboard/focus-next.ts'
import { choiceFlagWord } from '../words.ts'
import { moved, type PanelValues } from './panel-values.ts'

/** The answers that a coded test may have, in the order in which they are offered; Alt with an arrow moves one, Enter adds another. */
export const ChoicesEditor = ({ form }: { form: FormOf<PanelValues> }) => {
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
    <div className="lc-wide lc-rows" ref={box}>
      <div className="label">{t('Choices')}</div>
      {choices.map((choice, at) => (
        <div key={at} className="lc-row">
          <TextInput
            className="grow"
            aria-label={t('Choice {{n}}', { n: at + 1 })}
            placeholder={t('As it is reported, such as Negative')}
            maxLength={80}
            data-choice
            {...form.getInputProps(`choices.${at}.value`)}
            onKeyDown={(event) => onKey(event, at)}
          />
          <NativeSelect
            aria-label={t('What choice {{n}} means', { n: at + 1 })}
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
          <ActionIcon aria-label={t('Remove {{name}}', { name: choice.value })} onClick={() => set(choices.filter((_, one) => one !== at))}>
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {form.errors['choices'] && (
        <span className="doc-wrong" role="alert">
          {form.errors['choices']}
        </span>
      )}
      <Button className="lc-add" leftSection={<IconPlus size={16} aria-hidden />} disabled={choices.length >= 60} onClick={add}>
        {t('Add choice')}
      </Button>
    </div>
  )
}
