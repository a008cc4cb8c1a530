import { Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { t } from '../i18n.ts'
import { number } from '../text/format.ts'
import type { Part } from './part-tabs.tsx'
import styles from './part-tabs.module.css'

interface Props<K extends string> {
  parts: readonly Part<K>[]
  onChange: (key: K) => void
  /** The id of what the parts are shown in. */
  panel?: string | undefined
}

/** The parts that do not fit beside the others. */
export const MoreTabs = <K extends string>({ parts, onChange, panel }: Props<K>) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <button type="button" className={`plain in-row t2 nowrap size-m gap-2 ${styles.partMore}`} aria-controls={panel}>
        {t('More')} <IconChevronDown size={14} stroke={1.75} aria-hidden />
      </button>
    </Menu.Target>
    <Menu.Dropdown>
      {parts.map(({ key, label, count }) => (
        <Menu.Item key={key} onClick={() => onChange(key)} rightSection={count ? <span className="num t3">{number(count)}</span> : null}>
          {label}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
)
