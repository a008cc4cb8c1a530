import { Button, Select, type SelectProps } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { t } from '../i18n.ts'
import { Empty } from './four-states.tsx'

/** The boxes that narrow a list: a phone has room for the rows or for the filters. */
export const Filters = ({ className, children }: { className: string | undefined; children: ReactNode }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={`folds-on-phone ${className}`} data-open={isOpen || undefined}>
      <Button
        className="only-phone"
        aria-expanded={isOpen}
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        {t('Filters')}
      </Button>
      {children}
    </div>
  )
}

type ChoiceProps = Omit<SelectProps, 'value' | 'onChange' | 'aria-label' | 'placeholder'> & {
  label: string
  /** What is shown while it narrows nothing: `Every state`. */
  any: string
  value: string | number | undefined
  /** '' when it narrows nothing, as an address has it. */
  onChange: (value: string) => void
}

/** Narrows a list to one of several values. */
export const ChoiceFilter = ({ label, any, value, onChange, ...props }: ChoiceProps) => (
  <Select
    aria-label={label}
    placeholder={any}
    clearable
    clearButtonProps={{ 'aria-label': any }}
    {...props}
    value={value === undefined ? null : String(value)}
    onChange={(chosen) => onChange(chosen ?? '')}
  />
)

/** In place of a list that its filters leave empty. */
export const NoMatches = ({ title, onClear }: { title: string; onClear: () => void }) => (
  <Empty icon={IconSearch} title={title} action={<Button onClick={onClear}>{t('Clear filters')}</Button>} />
)
