import { z } from 'zod'
import { catalogue } from '#shared/catalogue.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById } from '#shared/paging.ts'
import { email, phone, text } from '#shared/record.ts'

export const insurers = catalogue({
  name: 'InsuranceCompany',
  path: '/company/insurance-companies/',
  summaries: {
    list: 'List insurance companies, by name',
    create: 'Add an insurance company',
    update: 'Change an insurance company, or take it out of use',
  },
  access: { view: 'insurance.view', change: 'insurance.change' },
  live: ['company'],
  fields: {
    name: text(60, { label: 'Name', presence: 'required', fhir: { path: 'Organization.name' } }),
    phone: phone({ label: 'Phone', fhir: { path: 'Organization.telecom', code: { system: 'contact-point-system', code: 'phone' } } }),
    email: email({ label: 'E-mail', fhir: { path: 'Organization.telecom', code: { system: 'contact-point-system', code: 'email' } } }),
  },
})
export const { list: listInsuranceCompanies, create: createInsuranceCompany, update: updateInsuranceCompany } = insurers
export type InsuranceCompany = z.output<typeof insurers.row>

export const deactivateInsuranceCompany = endpoint({
  method: 'DELETE',
  path: '/company/insurance-companies/{id}/',
  summary: 'Take an insurance company out of use; deleted only when nothing refers to it',
  access: 'insurance.change',
  params: ById,
  status: 204,
  response: z.void(),
})
