import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, patchOf, YesNo } from '#shared/paging.ts'
import { email, line, phone } from '#shared/text.ts'

export const InsuranceCompanyInput = fields({ name: line(60), phone: phone.nullish(), email: email.nullish() })
export const InsuranceCompany = z
  .object({
    id: z.int(),
    name: z.string(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    is_active: z.boolean(),
    version: z.int(),
  })
  .meta({ id: 'InsuranceCompany' })
export type InsuranceCompany = z.output<typeof InsuranceCompany>

export const listInsuranceCompanies = endpoint({
  method: 'GET',
  path: '/company/insurance-companies/',
  summary: 'List insurance companies, by name',
  access: 'insurance.view',
  live: ['company'],
  query: fields({ active: YesNo.optional() }),
  response: z.array(InsuranceCompany),
})

export const createInsuranceCompany = endpoint({
  method: 'POST',
  path: '/company/insurance-companies/',
  summary: 'Add an insurance company',
  access: 'insurance.change',
  body: InsuranceCompanyInput,
  status: 201,
  response: InsuranceCompany,
})

export const updateInsuranceCompany = endpoint({
  method: 'PATCH',
  path: '/company/insurance-companies/{id}/',
  summary: 'Change an insurance company, or take it out of use',
  access: 'insurance.change',
  params: ById,
  body: patchOf(InsuranceCompanyInput.extend({ is_active: z.boolean() })),
  response: InsuranceCompany,
})

export const deactivateInsuranceCompany = endpoint({
  method: 'DELETE',
  path: '/company/insurance-companies/{id}/',
  summary: 'Take an insurance company out of use; deleted only when nothing refers to it',
  access: 'insurance.change',
  params: ById,
  status: 204,
  response: z.void(),
})
