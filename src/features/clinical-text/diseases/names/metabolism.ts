import { nameRows } from './rows.ts'

/** Blood, glands, nutrition and metabolism: name; ICD-10; other names. */
export const metabolism = nameRows(`
iron deficiency anaemia; D50.9; IDA, low iron, anémie ferriprive
pernicious anaemia; D51.9;
folate deficiency anaemia; D52.9; folic acid deficiency
thalassaemia; D56.9;
sickle cell crisis; D57.0; sickle cell pain crisis, vaso-occlusive crisis
sickle cell disease; D57.1; sickle cell anaemia, SCD, sickler, selimundu, drépanocytose, haemoglobin SS genotype
sickle cell trait; D57.3; heterozygous for hemoglobin S, hemoglobin AS genotype
haemoglobinopathy; D58.2;
hemolysis anemia; D58.9; hemolytic anemia
idiopathic aplastic anaemia; D61.3;
haematopoietic aplasia; D61.9;
acute posthemorrhagic anemia; D62; acute post-hemorrhagic anemia
anaemia; D64.9; low blood, low haemoglobin, low hb, upungufu wa damu, anémie, anaemic
haemophilia A; D66; factor VIII deficiency, bleeding disorder
abnormal blood coagulation profile; D68.9;
purpura; D69.2;
idiopathic thrombocytopenic purpura; D69.3;
low platelets; D69.6; thrombocytopenia
splenic sequestration; D73.8;
endemic goiter; E01.2; simple iodine deficiency goitre, endemic goitre
underactive thyroid; E03.9; hypothyroidism, low thyroid
nontoxic uninodular goiter; E04.1;
non-toxic multinodular goiter; E04.2; nontoxic goiter
goitre; E04.9; thyroid swelling, goiter, rovu
overactive thyroid; E05.9; hyperthyroidism, thyrotoxicosis, Graves disease
thyroiditis; E06.9;
disorder of thyroid; E07.9; thyroid disease
IDDM with peripheral circulatory disorder; E10.5; IDDM with peripheral circulatory complication
type 1 diabetes; E10.9; IDDM, insulin-dependent diabetes, juvenile diabetes, DM type 1, T1DM, diabetes mellitus type 1
diabetic nephropathy; E11.2;
diabetic neuropathy; E11.4;
diabetic foot; E11.5; diabetic foot ulcer
type 2 diabetes; E11.9; diabetes, DM, DM2, T2DM, NIDDM, sugar disease, high blood sugar, diabetes mellitus type 2, kisukari, non-insulin dependent diabetes mellitus
diabetic ketoacidosis; E14.1; DKA
diabetic arthropathy; E14.6;
diabetes mellitus; E14.9; diabetes unspecified
low blood sugar; E16.2; hypoglycaemia
diabetes insipidus; E23.2;
disorder of endocrine system; E34.9;
kwashiorkor; E40; protein malnutrition, oedematous malnutrition
marasmus; E41; severe wasting, nutritional marasmus
emaciated; E41;
severe acute malnutrition; E43; severe malnutrition, utapiamlo mkali
very low weight for age; E43; malnutrition M3
moderate malnutrition; E44.0; moderate acute malnutrition
malnutrition M2; E44.0; low weight for age
malnutrition M1; E44.1;
malnutrition; E46; undernutrition, utapiamlo, malnutrition protéino-énergétique
protein-calorie malnutrition; E46;
vitamin A deficiency; E50.9; night blindness, xerophthalmia
beriberi; E51.1;
vitamin C deficiency; E54; ascorbic acid deficiency, scorbutus, scurvy
rickets; E55.0; rachitisme
vitamin D deficiency; E55.9; low vitamin D
vitamin deficiency; E56.9;
obesity; E66.9; overweight, unene, obésité
exogenous ochronosis; E70.2;
high cholesterol; E78.0; hypercholesterolaemia
high blood fats; E78.5; hyperlipidaemia, dyslipidaemia
lipid proteinosis; E78.8; Urbach-Wiethe disease
high uric acid; E79.0; hyperuricaemia
dehydration; E86; volume depletion, upungufu wa maji, déshydratation, hypovolaemia, hypovolemic
low sodium; E87.1; hyponatraemia
lactic acidosis; E87.2;
low potassium; E87.6; hypokalaemia
hypervolaemia; E87.7; hypervolemic, fluid overload
electrolyte imbalance; E87.8;
lipodystrophy; E88.1;
disorder of metabolism; E88.9; metabolic disorder
`)
