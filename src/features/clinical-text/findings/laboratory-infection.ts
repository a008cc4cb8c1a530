/** Infections, urine and what else is said in words (laboratory-tests.ts says how rows are written). */
export const infectionTests = {
  anywhere: `
malaria, by film; word=51587-4; 0..0; mps, bs for mps, b s for mps, b s mps, bs for malaria, b s for malaria parasites, bs for malaria parasites, bs mps, malaria parasites, malaria parasite, malaria smear, malaria film, blood slide, blood slide for mps, blood slide for malaria, blood slide for malaria parasites, blood smear for malaria, thick smear, thick film, blood film for malaria, blood film for mps, blood smear for mps, mp smear, plasmodium falciparum, malaria microscopy; MP
malaria, rapid; word=70569-9; 0..0; mrdt, m rdt, malaria rdt, rdt for malaria, malaria rapid test, malaria rapid diagnostic test, malaria antigen, malaria ag, rapid malaria test, malaria rapid, rdt malaria
malaria; word; 0..0; malaria test, malaria
rapid test; word; 0..0; rdt
parasite density; number; 0..5000000; parasite density, parasitaemia, parasitemia, parasite count
hiv; word=7918-6; 0..0; hiv, hiv test, hiv 1 2 antibody, hiv 1 2 antibodies, hiv 1 2 ab, hiv 1 & 2 antibody, hiv 1 & 2 antibodies, hiv 1 and 2 antibody, hiv 1 and 2 antibodies, hiv i ii antibodies, hiv i & ii antibodies, hiv 1 & 2, hiv 1 and 2, hiv 1 2, hiv rapid test, hiv rapid, hiv screening, hiv status, hiv serology, hiv antibody, hiv antibodies, hiv ab, hiv elisa, rapid hiv test, pitc, hiv testing, hiv i ii, hiv i & ii, anti hiv, determine, sd bioline
hiv load; number=20447-9 word=20447-9; 0..100000000; viral load, hiv viral load, hiv vl, hiv 1 viral load, hiv rna, hiv 1 rna, plasma viral load; VL
hepatitis b surface antigen; word=5196-1; 0..0; hbsag, hbs ag, hepatitis b surface antigen, hep b surface antigen, hepatitis b s ag, hb s ag, hepbsag
hepatitis b; word; 0..0; hepatitis b, hep b, hepatitis b test
hepatitis c antibody; word=13955-0; 0..0; hcv, hcv ab, anti hcv, hepatitis c antibody, hcv antibody, hepatitis c ab, hep c antibody, hcv antibodies
hepatitis c; word; 0..0; hepatitis c, hep c, hepatitis c test
syphilis, vdrl; word=5292-8; 0..0; vdrl, vdrl test
syphilis, rpr; word=20507-0; 0..0; rpr, rpr test
syphilis; word; 0..0; syphilis test, syphilis serology, tpha, tppa, syphilis rapid test, syphilis
helicobacter antigen; word=17780-8; 0..0; h pylori ag, h pylori antigen, h pylori stool antigen, h pylori stool ag, helicobacter pylori antigen, helicobacter pylori stool antigen, hpsa, stool h pylori antigen, h pylori antigen test, stool antigen for h pylori
helicobacter; word; 0..0; h pylori, helicobacter pylori, h pylori test, h pylori ab, h pylori antibody
typhoid; word; 0..0; widal, widal test, salmonella antigen, salmonella ag, salmonella antigen test, salmonella typhi antigen, typhoid test, typhidot, s typhi antigen, stool salmonella antigen
brucella; word; 0..0; brucella, brucella test, brucella antigen, brucella abortus, brucella melitensis, brucella titre, bat test
cryptococcal antigen; word; 0..0; crag, cryptococcal antigen, serum crag, csf crag, cr ag
rheumatoid factor; word enzyme; 0..5000; rheumatoid factor, ra factor; RF
antistreptolysin; word enzyme; 0..5000; asot, aso titre, aso titer, aso, antistreptolysin o
antinuclear antibody; word; 0..0; antinuclear antibody, ana test, antinuclear antibodies; ANA
covid; word; 0..0; covid test, covid 19 test, covid pcr, covid 19 pcr, sars cov 2 pcr, sars cov 2, sars cov 2 antigen, covid antigen, covid rdt, covid 19 antigen test
dengue; word; 0..0; dengue ns 1, dengue test, dengue rdt, dengue igm, dengue igg, ns 1 antigen
pregnancy, urine; word=2106-3; 0..0; urine pdt, upt, urine pregnancy test, urine hcg, u hcg, urine for pdt, urine for pregnancy
pregnancy; word; 0..0; pregnancy test, pdt, hcg
pregnancy, serum; word=2118-8; 0..0; serum pregnancy test, serum pdt, blood pregnancy test
acid-fast bacilli; word=11545-1; 0..0; afb, afb smear, sputum afb, sputum for afb, sputum for aafb, aafb, aafbs, afbs, sputum smear, zn stain, sputum zn, sputum microscopy, zn smear, sputum aafbs, sputum for afbs
tuberculosis, pcr; word; 0..0; genexpert, gene xpert, xpert mtb rif, xpert, genexpert mtb rif, sputum genexpert, sputum gene xpert, sputum for gene xpert, sputum for genexpert, xpert mtb rif ultra, mtb rif, gene xpert mtb rif
tuberculosis, urine antigen; word; 0..0; tb lam, urine lam, urine tb lam, lf lam
occult blood; word=2335-8; 0..0; fob, fobt, occult blood, faecal occult blood, fecal occult blood, stool for occult blood, stool occult blood, faecal occult blood test, fecal occult blood test
ova and cysts; word; 0..0; stool o c, stool for o c, stool ova and cysts, stool for ova and cysts, ova and cysts, stool microscopy, stool for ova cysts, stool ova cysts, ova cysts, stool o & c
blood culture; word=600-7; 0..0; blood culture, blood cultures, blood c s
urine culture; word=630-4; 0..0; urine culture, urine c s, urine m c s, urine for culture, urine for c s
culture; word; 0..0; csf culture, pus culture, pus swab culture, stool culture, hvs culture, sputum culture, wound culture, wound swab culture
gram stain; word=664-3; 0..0; gram stain, csf gram stain
india ink; word; 0..0; india ink, india ink stain
csf protein; mass; 0..100; csf protein
csf glucose; mass moles; 0..1000; csf glucose, csf sugar
csf cells; number; 0..100000; csf wbc, csf cells
urine protein; word=20454-5 mass=5804-0; 0..10000; urine protein, urine proteins, proteinuria dipstick, albustix, urine albumin, protein in urine, urinary protein
urine glucose; word=25428-4 mass=5792-7; 0..10000; urine glucose, urine sugar, glucose in urine
urine ketones; word=2514-8; 0..0; urine ketones, urine ketone, urinary ketones, ketones in urine
urine blood; word=5794-3; 0..0; urine blood, blood in urine dipstick
urine nitrite; word=5802-4; 0..0; urine nitrite, urine nitrites
urine leucocyte esterase; word=5799-2; 0..0; urine leucocytes, urine leukocytes, leucocyte esterase, leukocyte esterase, urine leuco, urine leuk
urine bilirubin; word=5770-3; 0..0; urine bilirubin
urine urobilinogen; word mass moles; 0..500; urine urobilinogen, urobilinogen
urine specific gravity; other=5811-5; 0.99..1.06; urine specific gravity, urine sg
urine ph; other=5803-2; 4..9.5; urine ph
`,
  urine: `
urine protein; word=20454-5 mass=5804-0; 0..10000; protein, proteins, prot, pro, albumin, alb
urine glucose; word=25428-4 mass=5792-7 moles; 0..10000; glucose, sugar, glu, sugars
urine ketones; word=2514-8 mass moles; 0..1000; ketones, ketone, ket, ketone bodies, acetone
urine blood; word=5794-3 number; 0..1000; blood, bld, haemoglobin, hemoglobin, ery, occult blood
urine nitrite; word=5802-4; 0..0; nitrite, nitrites, nit, nitrate, nitrates
urine leucocyte esterase; word=5799-2 number; 0..1000; leucocytes, leukocytes, leuco, leuko, leu, leuk, leucocyte, leukocyte, leucocyte esterase, leukocyte esterase, leucs, leuks
urine bilirubin; word=5770-3; 0..0; bilirubin, bil, bili
urine urobilinogen; word mass moles; 0..500; urobilinogen, uro, ubg, urob
urine specific gravity; other=5811-5; 0.99..1.06; specific gravity, sg, sp gravity, s g, sp gr
urine ph; other=5803-2; 4..9.5; ph, reaction
urine white cells; field=5821-4 word; 0..5000; pus cells, wbc, wbcs, white cells, white blood cells, pus cell
urine red cells; field=13945-1 word; 0..5000; rbc, rbcs, red cells, red blood cells
urine epithelial cells; field word; 0..5000; epithelial cells, epith cells, epithelials, squamous epithelial cells
urine bacteria; word=25145-4; 0..0; bacteria
urine yeast; word; 0..0; yeast, yeast cells
urine casts; word; 0..0; casts, crystals, t vaginalis, trichomonas vaginalis, trichomonas
`,
}
