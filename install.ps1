# Downloads the wt-inject executable for Windows, checks it against the release's SHA256SUMS, and puts it
# into a folder. Nothing is run, nothing else is changed.
#
#   powershell -ExecutionPolicy Bypass -File install.ps1
#
# WT_INJECT_VERSION  a release (default: the latest)
# WT_INJECT_DIR      where to put it (default: %LOCALAPPDATA%\wt-inject)
# WT_INJECT_URL_BASE where the release's files are, for a mirror
$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'
[Net.ServicePointManager]::SecurityProtocol = [Net.SecurityProtocolType]::Tls12

$repository = 'https://github.com/wt-inject/wt-inject'
$file = 'wt-inject-windows-x64.exe'
$version = if ($env:WT_INJECT_VERSION) { $env:WT_INJECT_VERSION } else { 'latest' }
$folder = if ($env:WT_INJECT_DIR) { $env:WT_INJECT_DIR } else { Join-Path $env:LOCALAPPDATA 'wt-inject' }

if ($env:WT_INJECT_URL_BASE) {
  $base = $env:WT_INJECT_URL_BASE
} elseif ($version -eq 'latest') {
  $base = "$repository/releases/latest/download"
} else {
  $base = "$repository/releases/download/v$($version -replace '^v', '')"
}

$work = Join-Path ([IO.Path]::GetTempPath()) ([Guid]::NewGuid())
New-Item -ItemType Directory -Path $work | Out-Null
try {
  foreach ($name in 'SHA256SUMS', $file) {
    try {
      Invoke-WebRequest -UseBasicParsing -Uri "$base/$name" -OutFile (Join-Path $work $name)
    } catch {
      throw "Cannot install wt-inject: $base/$name could not be downloaded: $($_.Exception.Message)"
    }
  }
  $line = Get-Content (Join-Path $work 'SHA256SUMS') |
    Where-Object { $_ -match "^[0-9a-f]{64} [ *]$([regex]::Escape($file))$" } | Select-Object -First 1
  if (-not $line) { throw "Cannot install wt-inject: SHA256SUMS says nothing of $file" }
  $wanted = $line.Substring(0, 64)
  $found = (Get-FileHash -Algorithm SHA256 (Join-Path $work $file)).Hash.ToLowerInvariant()
  if ($found -ne $wanted) {
    throw "Cannot install wt-inject: the checksum of $file is $found, not $wanted; nothing was installed"
  }
  New-Item -ItemType Directory -Force -Path $folder | Out-Null
  Move-Item -Force (Join-Path $work $file) (Join-Path $folder 'wt-inject.exe')
  Write-Output (Join-Path $folder 'wt-inject.exe')
  if (($env:PATH -split ';') -notcontains $folder) {
    Write-Warning "$folder is not on your PATH: add it, or call the executable by its full name."
  }
} finally {
  Remove-Item -Recurse -Force $work
}
