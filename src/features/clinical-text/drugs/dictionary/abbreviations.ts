/**
 * Short forms and what they stand for, as prescribers and papers write them. Where it says `exact`, only the capitals as written count (DOX, not
 * "dox"); the others are read in any case. Short forms with another everyday meaning (PT, MS, NO, GM) are not here: they count where the text
 * itself explains them.
 */
export const exactAbbreviations = `
MTX=methotrexate, FU=fluorouracil, CsA=ciclosporin, CyA=ciclosporin, CYA=ciclosporin, CSA=ciclosporin, FK=tacrolimus, MMF=mycophenolic acid
AZA=azathioprine, CTX=cyclophosphamide, CPA=cyclophosphamide, CYP=cyclophosphamide, IFO=ifosfamide, DOX=doxorubicin, ADM=doxorubicin, ADR=doxorubicin
DNR=daunorubicin, EPI=epirubicin, VCR=vincristine, VBL=vinblastine, CDDP=cisplatin, DDP=cisplatin, CBDCA=carboplatin, BCNU=carmustine, CCNU=lomustine
DTIC=dacarbazine, MMC=mitomycin, ATRA=tretinoin, BLM=bleomycin, TAM=tamoxifen, IFN=interferon, DEX=dexamethasone, DXM=dexamethasone
MPA=medroxyprogesterone, DES=diethylstilbestrol, DMPA=medroxyprogesterone
INH=isoniazid, RIF=rifampicin, RMP=rifampicin, PZA=pyrazinamide, EMB=ethambutol, AZT=zidovudine, ZDV=zidovudine, TDF=tenofovir
TAF=tenofovir alafenamide, EFV=efavirenz, NVP=nevirapine, DTG=dolutegravir, LPV=lopinavir, ATV=atazanavir, DRV=darunavir, ABC=abacavir
FTC=emtricitabine, ddI=didanosine, ddC=zalcitabine, DDI=didanosine, HCQ=hydroxychloroquine, CQ=chloroquine, SMX=sulfamethoxazole, SMZ=sulfamethoxazole
TMP=trimethoprim, AMB=amphotericin b, PCN=benzylpenicillin
CBZ=carbamazepine, VPA=valproic acid, PHT=phenytoin, PTU=propylthiouracil, LTG=lamotrigine, LEV=levetiracetam, TPM=topiramate, GVG=vigabatrin
HCTZ=hydrochlorothiazide, HCT=hydrochlorothiazide, ISDN=isosorbide dinitrate, ISMN=isosorbide mononitrate, GTN=nitroglycerin, NTG=nitroglycerin
SNP=nitroprusside, ASA=acetylsalicylic acid, APAP=paracetamol, PCM=paracetamol, NAC=acetylcysteine, LMWH=heparin, UFH=heparin, EPO=erythropoietin
EACA=aminocaproic acid, ISO=isoprenaline, NSAID=nsaid, NSAIDs=nsaid, SSRI=ssri, SSRIs=ssri, TCA=tricyclic antidepressant
TCAs=tricyclic antidepressant, BZD=benzodiazepine, BZDs=benzodiazepine, MAOI=mao inhibitor, MAOIs=mao inhibitor, ACEI=ace inhibitor
ACEi=ace inhibitor, ARB=angiotensin receptor blocker, ARBs=angiotensin receptor blocker, OC=oral contraceptive, OCs=oral contraceptive
OCP=oral contraceptive, OCPs=oral contraceptive, COC=oral contraceptive, COCs=oral contraceptive
GABA=gamma-aminobutyric acid, NMDA=n-methyl-d-aspartate, AMPA=alpha-amino-3-hydroxy-5-methyl-4-isoxazolepropionic acid, DOPA=levodopa
DOPAC=dihydroxyphenylacetic acid, HVA=homovanillic acid, DOPS=droxidopa, MPTP=mptp, MDMA=methylenedioxymethamphetamine, MDA=methylenedioxyamphetamine
LSD=lysergic acid diethylamide, THC=tetrahydrocannabinol, GHB=sodium oxybate, METH=metamfetamine, AMPH=amfetamine
PTZ=pentylenetetrazole, DFP=diisopropylfluorophosphate, DOCA=desoxycortone, DHEA=prasterone, DHT=androstanolone, PAN=puromycin aminonucleoside
STZ=streptozocin, AVP=vasopressin, CGRP=calcitonin gene-related peptide, ACTH=corticotropin, LHRH=gonadorelin, ATP=adenosine triphosphate
ADP=adenosine diphosphate, AMP=adenosine monophosphate, cAMP=cyclic adenosine monophosphate, cGMP=cyclic guanosine monophosphate
GTP=guanosine triphosphate, NADH=nicotinamide adenine dinucleotide, NADPH=nicotinamide adenine dinucleotide phosphate, GSH=glutathione
GSSG=glutathione, MDA=malondialdehyde, BUN=urea nitrogen, LPS=lipopolysaccharide, EDTA=edetate, DMSO=dimethyl sulfoxide
NAD=nicotinamide adenine dinucleotide, RA=retinoic acid, DMPS=unithiol, BAL=dimercaprol, TCDD=dioxin, PEG=macrogol, ACh=acetylcholine
NE=norepinephrine, DA=dopamine, HBsAg=hepatitis b surface antigen, HBeAg=hepatitis b e antigen, MPP=mptp, QNB=quinuclidinyl benzilate, DSP=dsp4
SCH=sch 23390, PGE=prostaglandin e, PGF=prostaglandin f, PGI=prostacyclin, MAO=mao, UDCA=ursodeoxycholic acid, ALA=alpha-lipoic acid, DFO=deferoxamine
NaCl=sodium chloride, KCl=potassium chloride, LiCl=lithium
`
/** Read in any case. */
export const plainAbbreviations = `
5-fu=fluorouracil, 5fu=fluorouracil, 6-mp=mercaptopurine, 6mp=mercaptopurine, 6-tg=tioguanine, ara-c=cytarabine, 5-asa=mesalazine, l-dopa=levodopa
dopa=levodopa, 5-ht=serotonin, 5ht=serotonin, 5-htp=oxitriptan, 5-hiaa=5-hydroxyindoleacetic acid, 6-ohda=6-hydroxydopamine, 6ohda=6-hydroxydopamine
4-ap=fampridine, 2-dg=2-deoxyglucose, 3-np=3-nitropropionic acid, 3-nt=nitrotyrosine, p-cpa=p-chlorophenylalanine, pcpa=p-chlorophenylalanine
5-dht=5,7-dihydroxytryptamine, 5,7-dht=5,7-dihydroxytryptamine, mk-801=dizocilpine, mk801=dizocilpine, 3tc=lamivudine, d4t=stavudine
tmp-smx=sulfamethoxazole + trimethoprim, tmp/smx=sulfamethoxazole + trimethoprim, tmp-smz=sulfamethoxazole + trimethoprim
co-trimoxazole=sulfamethoxazole + trimethoprim, hctz=hydrochlorothiazide, inh=isoniazid, nph=insulin, kcl=potassium chloride, nacl=sodium chloride
mgso4=magnesium sulfate, caco3=calcium carbonate, nahco3=sodium bicarbonate, h2o2=hydrogen peroxide, ccl4=carbon tetrachloride, cacl2=calcium chloride
cocl2=cobalt, cdcl2=cadmium, hgcl2=mercury, alcl3=aluminium, fecl3=iron, cuso4=copper, znso4=zinc, zncl2=zinc, h2s=hydrogen sulfide, n2o=nitrous oxide
co2=carbon dioxide, o2=oxygen, so2=sulfur dioxide, no2=nitrogen dioxide, h2o=water, pge1=alprostadil, pge2=dinoprostone, pgf2alpha=dinoprost
pgi2=epoprostenol, 1,25(oh)2d3=calcitriol, 1,25-(oh)2d3=calcitriol, 25(oh)d=calcifediol, 25-ohd=calcifediol, gm-csf=sargramostim
dmba=dimethylbenzanthracene, ddavp=desmopressin, l-nna=nitroarginine, l-nmma=monomethylarginine, 8-oh-dpat=8-oh-dpat, hba1c iron=iron
bcaa=branched-chain amino acids, lsd=lysergic acid diethylamide, mdma=methylenedioxymethamphetamine, nsaids=nsaid, nsaid=nsaid, ains=nsaid, ssris=ssri, ssri=ssri
maois=mao inhibitor, ocp=oral contraceptive
`
/** Short forms with another meaning in notes (room air, to come again, a scan, a programme, a value): drugs only where they are prescribed. */
export const ambiguousNames = `
RA TCA TCAS DEXA DEX EPI NA K CA MG LI CL ISO DES TAM PAN DA NE ADM ADR CTX CYP FK FU ALA BAL SCH PEG AMP ATP ADP ABC AMB ASA OC OCS COC COCS HCT
MPA MMC EMB RIF PHT DDI BLM MDA METH MPP PGE PGF PGI NAD GTP AVP ACTH ACH LPS BUN MAO CSA CPA PTZ QNB SNP VCR DFO DFP DHT DSP GSH GSSG IFN LEV TPM
LTG HVA CQ DOX IFO HBSAG HBEAG GABA NMDA AMPA DOPA DOPAC NADH NADPH CGRP PTU CAMP CGMP
`
